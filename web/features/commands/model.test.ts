import { describe, expect, it } from 'vitest';
import { matchCommands, stepFrom } from './model.ts';

const commands = ['Create User', 'Users', 'All Transactions', 'Site URLs'].map((label) => ({
  key: label,
  label,
  run: () => {},
}));
const found = (query: string) => matchCommands(commands, query).map(({ label }) => label);

describe('matchCommands', () => {
  it.each([
    ['', ['Create User', 'Users', 'All Transactions', 'Site URLs']],
    ['user', ['Users', 'Create User']],
    ['  USER  create ', ['Create User']],
    ['trans', ['All Transactions']],
    ['nothing', []],
    ['.*', []],
  ])('returns for the query %j the commands %j', (query, labels) =>
    expect(found(query)).toEqual(labels),
  );
});

describe('stepFrom', () => {
  const keys = ['a', 'b', 'c'];

  it.each([
    ['a', 1, 'b'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
    [undefined, 1, 'a'],
    ['gone', -1, 'c'],
  ] as const)('steps from %s by %d to %s', (selected, step, next) => {
    expect(stepFrom(keys, selected, step)).toBe(next);
  });

  it('returns undefined for an empty list', () => expect(stepFrom([], 'a', 1)).toBeUndefined());
});
