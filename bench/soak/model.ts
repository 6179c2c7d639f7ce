import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { OWNERS, openStage, playRound, type Round, rounds } from '#server/testing/money-model.ts';
import { report } from '../report.ts';
import { newBankAccount, newPerson, type Person, performAs } from './money-client.ts';
import { countBroken, type World, withWorlds } from './world.ts';

/** Scripts that run at the same time on one server. */
const STAGES = 16;
/** After so many rounds of all stages the database is verified, and a new one begins. */
const SCRIPTS = 96;
const CALL_MS = 30_000;
/** Two of `FAULTS` rounds: a crash concerns the commands of all stages. */
const KILLING = 2;

export interface Tally {
  scripts: number;
  commands: number;
  lost: number;
  kills: number;
  restartMs: number;
  broken: number;
}

/**
 * Runs scripts of money commands on a server that is killed meanwhile, and compares answers, balances, states and the ledger
 * with a model after each round. Prints the seed of the script that fails: `--seed` with it repeats its commands.
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
  const tally: Tally = { scripts: 0, commands: 0, lost: 0, kills: 0, restartMs: 0, broken: 0 };
  const first = Number(values.seed);
  const startedAt = performance.now();
  const until = startedAt + Number(values.minutes) * 60_000;
  const isOver = () => tally.commands >= Number(values.commands) || performance.now() >= until;
  await withWorlds(async (inWorld) => {
    for (let n = first; !isOver(); n += SCRIPTS) {
      await inWorld((world) => playScripts(world, { from: n, to: n + SCRIPTS, isOver, tally }));
    }
  });
  const seconds = (performance.now() - startedAt) / 1000;
  await report('soak-model', `seed ${values.seed}, ${STAGES} scripts at a time`, {
    minutes: seconds / 60,
    scripts: tally.scripts,
    commands: tally.commands,
    'commands a second': tally.commands / seconds,
    'kills of the server': tally.kills,
    'attempts without a response': tally.lost,
    'longest restart, s': tally.restartMs / 1000,
    'unexplained rounds': 0,
    'broken invariants': tally.broken,
  });
  if (tally.broken > 0) throw new Error('The database breaks invariants');
}

interface Scripts {
  from: number;
  to: number;
  isOver(): boolean;
  tally: Tally;
}

/** Plays the scripts of these seeds, some at a time, and verifies the database. */
async function playScripts(world: World, { from, to, isOver, tally }: Scripts): Promise<void> {
  const { db, server } = world;
  const line = { db, baseUrl: server.baseUrl, callMs: CALL_MS };
  const admin = await newPerson(line, 'admin');
  let next = from;
  const work = async () => {
    while (next < to && !isOver()) {
      const seed = next;
      next += 1;
      await playScript(world, { seed, admin, line, tally }).catch((cause: unknown) => {
        throw new Error(`The script of seed ${seed} failed`, { cause });
      });
      tally.scripts += 1;
    }
  };
  await Promise.all(Array.from({ length: STAGES }, work));
  tally.broken += await countBroken(db);
}

interface Script {
  seed: number;
  admin: Person;
  line: { db: World['db']; baseUrl: string; callMs: number };
  tally: Tally;
}

async function playScript(world: World, { seed, admin, line, tally }: Script): Promise<void> {
  const { db } = line;
  const owners = await Promise.all(
    Array.from({ length: OWNERS }, async () => {
      const person = await newPerson(line);
      return { person, bankAccountId: await newBankAccount(person) };
    }),
  );
  const stage = openStage(owners.map(({ person }) => person.userId));
  const perform = performAs({ db, admin, owners, ids: new Map() });
  const [script = []] = fc.sample(rounds, { seed, numRuns: 1 });
  for (const round of script) {
    const [played] = await Promise.all([
      playRound(stage, round, { db, perform }),
      killDuring(world, round, tally),
    ]);
    tally.commands += played.sent;
    tally.lost += played.lost;
  }
}

/** Kills the server while the commands of some rounds run, and starts it again. */
async function killDuring({ server }: World, { fault }: Round, tally: Tally): Promise<void> {
  if (fault >= KILLING) return;
  await setTimeout(5 + 20 * fault);
  if (!server.isRunning) return;
  await server.end('SIGKILL');
  const endedAt = performance.now();
  await server.launch();
  tally.kills += 1;
  tally.restartMs = Math.max(tally.restartMs, performance.now() - endedAt);
}
