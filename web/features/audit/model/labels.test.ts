import { readdirSync, readFileSync } from 'node:fs';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { bank } from '#contract/banks/schema.ts';
import { banner } from '#contract/banners/schema.ts';
import { profileForm } from '#contract/profiles/schema.ts';
import { siteUrl } from '#contract/site-urls/schema.ts';
import { source as sourceShape } from '#contract/sources/schema.ts';
import { actionLabel, entityLabel, fieldLabel } from './labels.ts';

const inWords = ((text: string) => `in words: ${text}`) as unknown as TFunction;
const server = new URL('../../../../server/', import.meta.url);
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
// Actions that the server composes from an entity and an operation.
const composed = ['bank', 'bankAccount', 'banner', 'qr-code', 'site-url', 'source'].flatMap(
  (entity) => ['insert', 'update', 'delete'].map((op) => `${entity}.${op}`),
);
// Fields of records: complete rows, lists of field names, and literals in the server's source.
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

it('finds known actions, entities and fields in the server source', () => {
  expect(literal).toContain('user.setPassword');
  expect(literal).toContain('transaction.reject');
  expect(entities).toContain('carousel');
  expect(writtenOut).toEqual(expect.arrayContaining(['balancePaise', 'becauseOf', 'isDefault']));
});

it.each(actions)('has a label for the action %s', (action) => {
  expect(actionLabel(inWords, action)).toMatch(/^in words: /);
});

it.each([...new Set(entities)])('has a label for the entity %s', (entity) => {
  expect(entityLabel(inWords, entity)).toMatch(/^in words: /);
});

it.each([...new Set(fields)])('has a label for the field %s', (field) => {
  expect(fieldLabel(inWords, field)).toMatch(/^in words: /);
});

it('falls back to the code for unknown actions and fields', () => {
  expect(actionLabel(inWords, 'constructor')).toBe('constructor');
  expect(fieldLabel(inWords, 'unheardOf')).toBe('unheardOf');
});
