import { readdirSync, readFileSync } from 'node:fs';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { bank } from '#contract/banks.ts';
import { banner } from '#contract/banners.ts';
import { profileForm } from '#contract/profiles.ts';
import { siteUrl } from '#contract/site-urls.ts';
import { source as sourceShape } from '#contract/sources.ts';
import { actionLabel, entityLabel, fieldLabel } from './labels.ts';

const inWords = ((text: string) => `in words: ${text}`) as unknown as TFunction;
const server = new URL('../../../server/', import.meta.url);
const source = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, server), 'utf8'))
  .join('\n');
const entities = [...source.matchAll(/\bentity: '([\w-]+)',\s+entityId/g)].map(
  ([, name]) => name ?? '',
);
const literal = [...source.matchAll(/\baction\b[^\n;]*/g)]
  .flatMap(([line]) => [...line.matchAll(/'([a-z-]+\.[a-zA-Z]+)'/g)])
  .map(([, action]) => action ?? '');
// These are put together from an entity and what happened to it.
const composed = ['bank', 'bankAccount', 'banner', 'qr-code', 'site-url', 'source'].flatMap(
  (entity) => ['insert', 'update', 'delete'].map((op) => `${entity}.${op}`),
);
// What is recorded whole, what is recorded by its fields' names, and what is written out where it is recorded.
const shapes = [bank, banner, siteUrl, sourceShape, profileForm].map(({ shape }) => shape);
const writtenOut = [
  ...source.matchAll(/\b(?:before|after)(?::| =) \{\s+([^{};]+?),?\s+\}/g),
].flatMap(([, fields = '']) => fields.split(/,\s+/).map((field) => field.split(':')[0] ?? ''));
const fields = [
  ...shapes.flatMap((shape) => Object.keys(shape)),
  'qrImageUrl',
  'avatarUrl',
  'language',
  ...writtenOut.filter((field) => !field.startsWith('...')),
];
const actions = [...new Set([...literal, ...composed, 'carousel.update', 'settings.update'])];

it('finds the actions in the source of the server', () => {
  expect(literal).toContain('user.setPassword');
  expect(literal).toContain('transaction.reject');
  expect(entities).toContain('carousel');
  expect(writtenOut).toEqual(expect.arrayContaining(['balancePaise', 'becauseOf', 'isDefault']));
});

it.each(actions)('has words for %s', (action) => {
  expect(actionLabel(inWords, action)).toMatch(/^in words: /);
});

it.each([...new Set(entities)])('has words for the entity %s', (entity) => {
  expect(entityLabel(inWords, entity)).toMatch(/^in words: /);
});

it.each([...new Set(fields)])('has words for the field %s', (field) => {
  expect(fieldLabel(inWords, field)).toMatch(/^in words: /);
});

it('shows the code of what it does not know', () => {
  expect(actionLabel(inWords, 'constructor')).toBe('constructor');
  expect(fieldLabel(inWords, 'unheardOf')).toBe('unheardOf');
});
