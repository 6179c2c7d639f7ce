import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { moveClocks, withClocks } from './clock.ts';
import { disturb, withDisk } from './disk.ts';
import { findFaketime } from './fake-clock.ts';
import { newPerson } from './money-client.ts';
import { FaultyLines, throughProxy, withDatabaseProxy } from './network.ts';
import { listSchemas } from './old-schema.ts';
import { canMountDisks } from './own-disk.ts';
import { seeded } from './random.ts';
import { playScripts, type Tally } from './scripts.ts';
import { upgradeFrom } from './upgrade.ts';
import { countBroken, withWorld } from './world.ts';

/** `npm run soak -- network` and `-- kills` play others, for longer. */
const SEED = 11;
const SCRIPTS = 4;
const CALL_MS = 5000;
const KILLED_ROUND = 8;
/** The server starts twice, while other tests run. */
const PATIENCE_MS = 240_000;
const CAUSE_MS = 2000;
/** Longer than other tests slow a response. */
const DISTURBED_CALL_MS = 60_000;

test(
  'a server that is killed, on a network with faults, moves all money once and as its responses say',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'wallet-soak-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const template = inject('templateUrl');
    const chance = { random: seeded(SEED), faults: ['delay', 'reset', 'lostResponse'] as const };
    const tally: Tally = { scripts: 0, commands: 0, lost: 0, waitMs: 0 };
    await withDatabaseProxy({ folder, template, ...chance }, (database) =>
      withWorld(
        template,
        async (world) => {
          const { db, server } = world;
          const lines = await FaultyLines.open(world, { database, ...chance });
          const line = { db, baseUrl: lines.baseUrl, callMs: CALL_MS };
          const admin = await newPerson(line, 'admin');
          let rounds = 0;
          const during = async () => {
            rounds += 1;
            if (rounds !== KILLED_ROUND) return;
            await server.end('SIGKILL');
            // A server ends if it loses its database while it starts.
            lines.setFaulty(false);
            await server.launch();
            lines.setFaulty(true);
          };
          lines.setFaulty(true);
          const given = { admin, line, tally, during, stages: SCRIPTS };
          await playScripts(SEED, (next) => next >= SEED + SCRIPTS, given);
          lines.setFaulty(false);
          expect(await countBroken(db)).toBe(0);
          await lines.close();
        },
        (url) => throughProxy(url, folder),
      ),
    );
    expect(tally.scripts).toBe(SCRIPTS);
  },
  PATIENCE_MS,
);

test.skipIf(!canMountDisks())(
  'on a full and on a read-only disk, refuses with a known code, and loses no acknowledged command',
  async () => {
    await withDisk(DISTURBED_CALL_MS, async (at, disk) => {
      for (const cause of ['full', 'read-only'] as const) {
        const found = await disturb(at, disk, { cause, causeMs: CAUSE_MS });
        expect(found).toMatchObject({ wrong: 0, broken: 0, unclear: [] });
        expect(found.refused).toHaveProperty(
          cause === 'full' ? 'FILES_UNAVAILABLE' : 'UNAVAILABLE',
        );
      }
    });
  },
  PATIENCE_MS,
);

test.skipIf(!findFaketime())(
  'while the clocks of the database and of two servers are a day ahead, loses and doubles no command',
  async () => {
    await withClocks(DISTURBED_CALL_MS, async (world) => {
      const jump = await moveClocks(world, { cause: 'all a day ahead', causeMs: CAUSE_MS });
      expect(jump).toMatchObject({ wrong: 0, broken: 0, unclear: [] });
    });
  },
  PATIENCE_MS,
);

test.each(listSchemas())(
  'upgrades a database of the schema %s, while statements of an old version read and write',
  async (schema) => {
    const given = { schema, rows: 1000, seed: SEED };
    const upgrade = await upgradeFrom(inject('templateUrl'), given);
    expect(upgrade).toMatchObject({ wrong: 0, broken: 0 });
    expect(upgrade.acknowledged).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
