import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Round } from '#server/testing/money-model.ts';
import { report } from '../report.ts';
import { newPerson } from './money-client.ts';
import { playScripts, type Tally } from './scripts.ts';
import { countBroken, type World, withWorlds } from './world.ts';

/** Scripts that run at the same time on one server. */
const STAGES = 16;
/** After so many scripts the database is verified, and a new one begins. */
const SCRIPTS = 96;
const CALL_MS = 30_000;
/** Of `FAULTS` rounds. A crash concerns the commands of all stages. */
const KILLING = 2;

interface Crashes {
  kills: number;
  restartMs: number;
}

/**
 * Runs scripts of money commands on a server that is killed meanwhile, and compares results, balances, states and the ledger
 * with a model after each round. Names the seed of a script that fails: `--seed` with it repeats its commands.
 */
export async function soakModel(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      commands: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
    },
  });
  const tally: Tally = { scripts: 0, commands: 0, lost: 0, waitMs: 0 };
  const crashes: Crashes = { kills: 0, restartMs: 0 };
  const startedAt = performance.now();
  const until = startedAt + Number(values.minutes) * 60_000;
  const isOver = () => tally.commands >= Number(values.commands) || performance.now() >= until;
  let [seed, broken] = [Number(values.seed), 0];
  await withWorlds(async (inWorld) => {
    while (!isOver()) {
      await inWorld(async (world) => {
        const { db, server } = world;
        const line = { db, baseUrl: server.baseUrl, callMs: CALL_MS };
        const admin = await newPerson(line, 'admin');
        const end = seed + SCRIPTS;
        const during = (round: Round) => killDuring(world, round, crashes);
        const given = { admin, line, tally, during, stages: STAGES };
        seed = await playScripts(seed, (next) => next >= end || isOver(), given);
        broken += await countBroken(db);
      });
    }
  });
  const seconds = (performance.now() - startedAt) / 1000;
  await report('soak-model', `seed ${values.seed}, ${STAGES} scripts at a time`, {
    minutes: seconds / 60,
    scripts: tally.scripts,
    commands: tally.commands,
    'commands a second': tally.commands / seconds,
    'kills of the server': crashes.kills,
    'attempts without a response': tally.lost,
    'longest restart, s': crashes.restartMs / 1000,
    'broken invariants': broken,
  });
  if (broken > 0) throw new Error('The database breaks invariants');
}

/** Kills the server while the commands of some rounds run, and starts it again. */
async function killDuring({ server }: World, { fault }: Round, crashes: Crashes): Promise<void> {
  if (fault >= KILLING) return;
  await setTimeout(5 + 20 * fault);
  if (!server.isRunning) return;
  await server.end('SIGKILL');
  const endedAt = performance.now();
  await server.launch();
  crashes.kills += 1;
  crashes.restartMs = Math.max(crashes.restartMs, performance.now() - endedAt);
}
