import type { AppError } from '../../base/errors.ts';
import type { Tx } from '../../db/database.ts';

/** Why something was refused: by its id, or by the command whose whole list is refused. */
export type Refused<Subject = string> = Map<Subject, AppError>;

export interface Passed<Planned, Subject = string> {
  /** For the next stage. */
  planned: Planned[];
  refused: Refused<Subject>;
  /**
   * Runs after all stages, for work whose locks come last, and for what depends on the later ones. Returns refusals that replace
   * those of the stages.
   */
  after?(passed: Passed<Planned, Subject>): Promise<Refused<Subject>> | Refused<Subject>;
}

/** A step of a long command: checks or changes what is planned, and refuses a part of it. */
export type Stage<Planned, Subject = string> = (
  tx: Tx,
  planned: readonly Planned[],
) => Promise<Passed<Planned, Subject>>;

/** Runs the stages one after the other, until nothing is planned any more, and then what each left for the end. */
export async function runStages<Planned, Subject>(
  tx: Tx,
  start: Passed<Planned, Subject>,
  stages: readonly Stage<Planned, Subject>[],
): Promise<Passed<Planned, Subject>> {
  let { planned } = start;
  const refused = new Map(start.refused);
  const done: Passed<Planned, Subject>[] = [];
  for (const stage of stages) {
    if (planned.length === 0) break;
    const passed = await stage(tx, planned);
    planned = passed.planned;
    for (const [subject, error] of passed.refused) refused.set(subject, error);
    done.push(passed);
  }
  for (const passed of done) {
    const late = (await passed.after?.({ planned, refused })) ?? [];
    for (const [subject, error] of late) refused.set(subject, error);
  }
  return { planned, refused };
}

/** Refuses those for which `refusalOf` returns an error. */
export function refuseEach<Planned extends { row: { id: string } }>(
  planned: readonly Planned[],
  refusalOf: (one: Planned) => AppError | undefined,
): Passed<Planned> {
  const refused: Refused = new Map();
  const passed = planned.filter((one) => {
    const refusal = refusalOf(one);
    if (refusal) refused.set(one.row.id, refusal);
    return refusal === undefined;
  });
  return { planned: passed, refused };
}
