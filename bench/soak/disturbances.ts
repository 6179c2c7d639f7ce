import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '#server/db/database.ts';
import { type Figures, report } from '../report.ts';
import type { Answers, Probes } from './probes.ts';
import { seeded } from './random.ts';
import type { Tally } from './scripts.ts';
import { countBroken } from './world.ts';

/** Far above the two seconds of a machine without other work. */
const MAX_RESTORED_MS = 15_000;

/** The responses while a cause lasted, and the state after it. */
export interface Disturbance<Cause extends string> extends Answers {
  cause: Cause;
  /** From the end of the cause until new commands were acknowledged. */
  restoredMs: number;
  wrong: number;
  broken: number;
}

/** Sends probes while `work` disturbs something. Then waits for the service, and compares the database with what was sent. */
export async function measure<Cause extends string>(
  cause: Cause,
  { probes, db }: { probes: Probes; db: Database },
  work: () => Promise<void>,
): Promise<Disturbance<Cause>> {
  const answers = await probes.during(work);
  const restoredMs = Math.round(await probes.untilWritten());
  const wrong = await probes.countWrong();
  return { cause, restoredMs, wrong, broken: await countBroken(db), ...answers };
}

/** A soak that disturbs an installation under load, again and again, in an order that a seed decides. */
export class Disturbances<Cause extends string> {
  readonly seed: number;
  readonly tally: Tally = { scripts: 0, commands: 0, lost: 0, waitMs: 0 };
  readonly #name: string;
  readonly #causes: readonly Cause[];
  readonly #times: number;
  readonly #minutes: number;
  readonly #done: Disturbance<Cause>[] = [];

  /** Reads `--times`, `--seed`, `--minutes` and `--only` of a soak. */
  constructor(name: string, causes: readonly Cause[], args: string[]) {
    const { values } = parseArgs({
      args,
      options: {
        times: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        minutes: { type: 'string', default: '60' },
        only: { type: 'string' },
      },
    });
    this.#name = name;
    this.seed = Number(values.seed);
    this.#times = Number(values.times);
    this.#minutes = Number(values.minutes);
    this.#causes = causes.filter((cause) => values.only === undefined || cause === values.only);
    if (this.#causes.length === 0) throw new Error(`--only takes one of: ${causes.join(', ')}`);
  }

  /** Disturbs while a load runs, which `load` continues until `isOver`. */
  async run(
    load: (isOver: () => boolean) => Promise<unknown>,
    disturb: (cause: Cause) => Promise<Disturbance<Cause>>,
  ): Promise<void> {
    const until = performance.now() + this.#minutes * 60_000;
    const random = seeded(this.seed);
    let isOver = false;
    const disturbing = async () => {
      while (this.#done.length < this.#times && performance.now() < until) {
        await setTimeout(300 + 700 * random());
        const cause = this.#causes[Math.floor(random() * this.#causes.length)] as Cause;
        const one = await disturb(cause);
        this.#done.push(one);
        console.log(JSON.stringify(one));
      }
      isOver = true;
    };
    await Promise.all([load(() => isOver), disturbing()]);
  }

  /** Throws if commands were lost or doubled, an invariant is broken, or the service was not restored in time. */
  async report(stages: number): Promise<void> {
    const [wrong, broken] = (['wrong', 'broken'] as const).map((name) =>
      this.#done.reduce((sum, one) => sum + one[name], 0),
    );
    await report(this.#name, `seed ${this.seed}, ${stages} scripts at a time`, {
      ...Object.assign({}, ...this.#causes.map((cause) => this.#describe(cause))),
      commands: this.tally.commands,
      'attempts without a result': this.tally.lost,
      'lost or doubled': wrong ?? 0,
      'broken invariants': broken ?? 0,
    });
    if (wrong || broken) throw new Error('Commands were lost or doubled');
    const late = this.#done.filter(({ restoredMs }) => restoredMs > MAX_RESTORED_MS);
    if (late.length > 0) throw new Error(`Not restored in time after: ${late[0]?.cause}`);
  }

  #describe(cause: Cause): Figures {
    const some = this.#done.filter((one) => one.cause === cause);
    if (some.length === 0) return {};
    const sum = (of: (one: Answers) => number) => some.reduce((total, one) => total + of(one), 0);
    const most = (name: 'slowestMs' | 'restoredMs') =>
      Math.max(...some.map((one) => one[name])) / 1000;
    const all = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    return {
      [`${cause}: times`]: some.length,
      [`${cause}: commands and reads with success meanwhile`]: sum(({ ok }) => ok),
      [`${cause}: refused with a known code`]: sum(({ refused }) => all(Object.values(refused))),
      [`${cause}: without a response, or unclear`]: sum(({ unclear }) => unclear.length),
      [`${cause}: slowest response, s`]: most('slowestMs'),
      [`${cause}: restored, most s`]: most('restoredMs'),
    };
  }
}
