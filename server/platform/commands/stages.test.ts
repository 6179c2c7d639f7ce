import { expect, test } from 'vitest';
import { appError } from '../../base/errors.ts';
import type { Tx } from '../../db/database.ts';
import { type Passed, refuseEach, runStages, type Stage } from './stages.ts';

interface Planned {
  row: { id: string };
}

const tx = {} as Tx; // The stages of this file do not use it.
const plan = (...ids: string[]): Passed<Planned> => ({
  planned: ids.map((id) => ({ row: { id } })),
  refused: new Map(),
});
const without =
  (id: string, code: 'OWN_REQUEST' | 'ALREADY_DECIDED'): Stage<Planned> =>
  async (_, planned) =>
    refuseEach(planned, ({ row }) => (row.id === id ? appError(code) : undefined));
const idsOf = (planned: readonly Planned[]) => planned.map(({ row }) => row.id);
const codesOf = ({ refused }: Passed<Planned>) => [...refused].map(([id, { code }]) => [id, code]);

test('a stage gets what the stages before it passed, and every refusal is kept', async () => {
  const stages = [
    without('a', 'OWN_REQUEST'),
    without('a', 'ALREADY_DECIDED'),
    without('b', 'ALREADY_DECIDED'),
  ];
  const passed = await runStages(tx, plan('a', 'b', 'c'), stages);
  expect(idsOf(passed.planned)).toEqual(['c']);
  expect(codesOf(passed)).toEqual([
    ['a', 'OWN_REQUEST'],
    ['b', 'ALREADY_DECIDED'],
  ]);
});

test('no stage runs when nothing is planned any more', async () => {
  const unreachable: Stage<Planned> = () => Promise.reject(new Error('It ran'));
  const stages = [without('a', 'OWN_REQUEST'), unreachable];
  expect(idsOf((await runStages(tx, plan('a'), stages)).planned)).toEqual([]);
});

test('what a stage left for the end runs after all stages, sees their refusals and may replace them', async () => {
  const seen: string[] = [];
  const withEnd: Stage<Planned> = async (_, planned) => ({
    planned: [...planned],
    refused: new Map(),
    after: ({ planned: left, refused }) => {
      seen.push(...idsOf(left), ...refused.keys());
      return new Map([['b', appError('ALREADY_DECIDED')]]);
    },
  });
  const passed = await runStages(tx, plan('a', 'b'), [withEnd, without('b', 'OWN_REQUEST')]);
  expect(seen).toEqual(['a', 'b']);
  expect(codesOf(passed)).toEqual([['b', 'ALREADY_DECIDED']]);
});
