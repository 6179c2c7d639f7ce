import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { settingTable } from '#contract/settings/table.ts';
import type { Database } from '#server/db/database.ts';
import { migrateAndSeed } from '#server/testing/template.ts';
import { type Disturbance, Disturbances, measure } from './disturbances.ts';
import { FakeClock, findFaketime, withFakedPostgres } from './fake-clock.ts';
import { drawReceipt, type Line, newPerson, type Person, untilAnswered } from './money-client.ts';
import { Probes } from './probes.ts';
import { playScripts } from './scripts.ts';
import { SoakServer } from './server.ts';
import { openSoakDatabase, SETTINGS } from './world.ts';

const STAGES = 1;
const CALL_MS = 10_000;
const CAUSE_MS = 6000;
const DAY = 86_400;
const UNDO_MS = settingTable.undoSeconds.default * 1000;
const REFRESH_MS = 100;
/** After this time each process has read its clock anew. */
const READ_MS = 1100;

/** How far the clocks of the database and of two servers are moved, in seconds. */
interface Shift {
  database: number;
  servers: [number, number];
}

const all = (seconds: number): Shift => ({ database: seconds, servers: [seconds, seconds] });
const CAUSES: Record<string, (now: Date) => Shift> = {
  none: () => all(0),
  'all a day ahead': () => all(DAY),
  'all a day behind': () => all(-DAY),
  'database a day ahead': () => ({ database: DAY, servers: [0, 0] }),
  'database a day behind': () => ({ database: -DAY, servers: [0, 0] }),
  'one server a day ahead': () => ({ database: 0, servers: [DAY, 0] }),
  'one server a day behind': () => ({ database: 0, servers: [-DAY, 0] }),
  'servers two minutes apart': () => ({ database: 0, servers: [60, -60] }),
  'the end of the month': (now) => all(secondsToMonthEnd(now) - 2),
};

interface Side {
  admin: Person;
  line: Line;
}

interface World {
  db: Database;
  clocks: { database: FakeClock; servers: [FakeClock, FakeClock] };
  /** Each administrator decides on one server for the people of the other. */
  sides: Side[];
}

/**
 * Moves the clocks of two servers and of their database under load, in an order that the seed decides. The load compares the
 * database with a model after each round.
 */
export async function soakClock(args: string[]): Promise<void> {
  if (!findFaketime()) throw new Error("This needs Linux and Debian's package faketime.");
  const disturbances = new Disturbances('soak-clock', Object.keys(CAUSES), args);
  const { seed, tally } = disturbances;
  await withClocks(CALL_MS, (world) =>
    disturbances.run(
      (isOver) =>
        Promise.all(
          world.sides.map((side, n) =>
            playScripts(seed + 1000 * n, isOver, { ...side, tally, stages: STAGES }),
          ),
        ),
      (cause) => moveClocks(world, { cause, causeMs: CAUSE_MS }),
    ),
  );
  await disturbances.report(2 * STAGES);
}

/** Starts a database and two servers, each with its own clock. */
export async function withClocks(
  callMs: number,
  work: (world: World) => Promise<void>,
): Promise<void> {
  await withFakedPostgres(async ({ url, folder, clock: database }) => {
    await migrateAndSeed({ connectionString: url });
    const db = openSoakDatabase(url);
    const servers: SoakServer[] = [];
    const refreshing = new AbortController();
    const refreshed = keepSessions(db, refreshing.signal);
    try {
      const clocks = [
        await FakeClock.create(folder, 'first'),
        await FakeClock.create(folder, 'second'),
      ] as const;
      for (const { env } of clocks) {
        servers.push(await SoakServer.start({ ...SETTINGS, ...env, DATABASE_URL: url }));
      }
      const lines = servers.map(({ baseUrl }) => ({ db, baseUrl, callMs }));
      const admins = await Promise.all(lines.map((line) => newPerson(line, 'admin')));
      const sides = lines.flatMap((line, n) => {
        const admin = admins[admins.length - 1 - n];
        return admin ? [{ admin, line }] : [];
      });
      await work({ db, clocks: { database, servers: [...clocks] }, sides });
    } finally {
      refreshing.abort();
      await refreshed;
      for (const server of servers) {
        await server.end('SIGTERM'); // A killed process leaves the shared memory of its clock.
        await server.remove();
      }
      await db.close();
    }
  });
}

/** Moves clocks for a time, and then makes all right again, while probes and the load are sent. */
export async function moveClocks(
  world: World,
  { cause, causeMs }: { cause: string; causeMs: number },
): Promise<Disturbance<string>> {
  const [side] = world.sides;
  const shift = CAUSES[cause]?.(new Date());
  if (!side || !shift) throw new Error(`There is no cause ${cause}`);
  const probes = await Probes.open(side);
  await probes.untilWritten(); // Starts the image worker.
  const id = await newDeposit(side);
  let isEarly = false;
  const measured = await measure(cause, { probes, db: world.db }, async () => {
    await setClocks(world, shift);
    // The database's clock decides when the time to undo is over.
    if (shift.database === 0) isEarly = await endsEarly(side, id);
    else await setTimeout(causeMs);
    await setClocks(world, all(0));
  });
  return { ...measured, wrong: measured.wrong + Number(isEarly) };
}

async function newDeposit({ line }: Side): Promise<string> {
  const requestKey = randomUUID();
  const person = await newPerson(line);
  return person.deposit({ amount: '10', requestKey }, await drawReceipt(requestKey));
}

/** Approves a request, and returns whether that takes effect before its time to undo is over. */
async function endsEarly({ admin, line }: Side, id: string): Promise<boolean> {
  const requestKey = randomUUID();
  const startedAt = performance.now();
  const { result } = await untilAnswered(() =>
    admin.api.review.decide({ ids: [id], decision: 'approved', undoable: true, requestKey }),
  );
  if (!result || result.results[0]?.refusal) throw new Error('An approval was refused');
  const effect = `SELECT FROM transactions WHERE id = $1 AND status = 'approved'`;
  while ((await line.db.query(effect, [id])).length === 0) await setTimeout(REFRESH_MS);
  return performance.now() - startedAt < UNDO_MS;
}

async function setClocks({ clocks }: World, { database, servers }: Shift): Promise<void> {
  await clocks.database.shift(database);
  await clocks.servers[0].shift(servers[0]);
  await clocks.servers[1].shift(servers[1]);
  await setTimeout(READ_MS);
}

/** People confirm their identity and sign in again when their session is too old or unused by the database's clock. */
async function keepSessions(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await db
      .query(
        `UPDATE sessions SET created_at = clock_timestamp(), last_seen_at = clock_timestamp(),
           confirmed_at = clock_timestamp(), expires_at = clock_timestamp() + interval '1 day',
           ended_at = NULL, ended_reason = NULL
         WHERE greatest(abs(extract(epoch FROM confirmed_at - clock_timestamp())),
           abs(extract(epoch FROM last_seen_at - clock_timestamp()))) > 90`,
      )
      .catch(() => []);
    await setTimeout(REFRESH_MS);
  }
}

/** In India, whose days and months the sums have. */
function secondsToMonthEnd(now: Date): number {
  const offsetMs = 5.5 * 3_600_000;
  const local = new Date(now.getTime() + offsetMs);
  const end = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1) - offsetMs;
  return Math.floor((end - now.getTime()) / 1000);
}
