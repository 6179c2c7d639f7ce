import { readdirSync, readFileSync } from 'node:fs';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { actionLabel, entityLabel } from './labels.ts';

const inWords = ((text: string) => `in words: ${text}`) as unknown as TFunction;
const server = new URL('../../../server/', import.meta.url);
const source = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, server), 'utf8'))
  .join('\n');
const entities = [...source.matchAll(/\bentity: '([\w-]+)', entityId/g)].map(
  ([, name]) => name ?? '',
);
const literal = [...source.matchAll(/\baction\b[^\n;]*/g)]
  .flatMap(([line]) => [...line.matchAll(/'([a-z-]+\.[a-zA-Z]+)'/g)])
  .map(([, action]) => action ?? '');
// These are put together from an entity and what happened to it.
const composed = ['bank', 'bankAccount', 'banner', 'qr-code', 'site-url', 'source'].flatMap(
  (entity) => ['insert', 'update', 'delete'].map((op) => `${entity}.${op}`),
);
const actions = [...new Set([...literal, ...composed, 'carousel.update'])];

it('finds the actions in the source of the server', () => {
  expect(literal).toContain('user.setPassword');
  expect(literal).toContain('transaction.reject');
  expect(entities).toContain('carousel');
});

it.each(actions)('has words for %s', (action) => {
  expect(actionLabel(inWords, action)).toMatch(/^in words: /);
});

it.each([...new Set(entities)])('has words for the entity %s', (entity) => {
  expect(entityLabel(inWords, entity)).toMatch(/^in words: /);
});

it('shows the code of what it does not know', () => {
  expect(actionLabel(inWords, 'constructor')).toBe('constructor');
});
