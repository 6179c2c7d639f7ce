import fc from 'fast-check';
import type { Database } from '#server/db/database.ts';
import {
  OWNERS,
  openStage,
  type Perform,
  playRound,
  type Round,
  rounds,
} from '#server/testing/money-model.ts';
import {
  type Line,
  newBankAccount,
  newPerson,
  type Person,
  performAs,
  persist,
} from './money-client.ts';

/** Counts of all scripts so far. */
export interface Tally {
  scripts: number;
  commands: number;
  lost: number;
  /** The longest time from the first attempt of a command, if that had no response, to its response. */
  waitMs: number;
}

interface Script {
  seed: number;
  admin: Person;
  line: Line;
  tally: Tally;
  /** Runs while the commands of each round run. */
  during?: (round: Round) => Promise<void>;
}

/**
 * Plays the script of a seed with new people, and compares the database with the model after each round. Throws an error
 * that names the seed.
 */
export async function playScript({ seed, admin, line, tally, during }: Script): Promise<void> {
  const owners = await Promise.all(
    Array.from({ length: OWNERS }, async () => {
      const person = await newPerson(line);
      return { person, bankAccountId: await newBankAccount(person) };
    }),
  );
  const stage = openStage(owners.map(({ person }) => person.userId));
  const db = patient(line.db);
  const send = performAs({ db, admin, owners, ids: new Map() });
  const perform: Perform = async (run) => {
    const startedAt = performance.now();
    const answers = await send(run);
    if (answers.length > 1) tally.waitMs = Math.max(tally.waitMs, performance.now() - startedAt);
    return answers;
  };
  const [script = []] = fc.sample(rounds, { seed, numRuns: 1 });
  for (const round of script) {
    const playing = playRound(stage, round, { db, perform, expires: true });
    const [played] = await Promise.all([playing, during?.(round)]).catch((cause: unknown) => {
      throw new Error(`The script of seed ${seed} failed`, { cause });
    });
    tally.commands += played.sent;
    tally.lost += played.lost;
  }
  tally.scripts += 1;
}

/** Plays scripts, some at a time, until `isOver`. Returns the next seed. */
export async function playScripts(
  first: number,
  isOver: (seed: number) => boolean,
  { stages, ...given }: Omit<Script, 'seed'> & { stages: number },
): Promise<number> {
  let next = first;
  const play = async () => {
    while (!isOver(next)) {
      const seed = next;
      next += 1;
      await playScript({ ...given, seed });
    }
  };
  await Promise.all(Array.from({ length: stages }, play));
  return next;
}

/** Statements of a soak, which have the same effect twice, repeated while the database is away. */
function patient({ query }: Pick<Database, 'query'>): Pick<Database, 'query'> {
  return { query: (...sent) => persist(() => query(...sent)) };
}
