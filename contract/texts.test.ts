import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bannerForm, bannerPatch } from './banners/schema.ts';
import { contract } from './contract.ts';
import { depositForm } from './deposits/schema.ts';
import { qrCodeForm } from './qr-codes/schema.ts';

/** A right-to-left override and a bell character. */
const INVISIBLE_CHARS = ['\u202E', '\u0007'];
const HOSTILE = `ab${INVISIBLE_CHARS.join('cd')}ef`;

/** Fields that are searched, compared or parsed, and never displayed as sent. */
const NOT_SHOWN = [
  'search',
  'cursor',
  'action',
  'amount',
  'newBalance',
  'username',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'code',
  'response',
  'url',
  'endpoint',
  'linkUrl',
  'person',
  'actor',
  'address',
  'minAmount',
  'maxAmount',
];

const fileForms = { bannerForm, bannerPatch, depositForm, qrCodeForm };

function listInputs(router: object, path = ''): [name: string, input: unknown][] {
  return Object.entries(router).flatMap(([name, part]: [string, object]) =>
    isContractProcedure(part)
      ? [[`${path}${name}`, inputOf(part)] satisfies [string, unknown]]
      : listInputs(part, `${path}${name}.`),
  );
}

function inputOf(procedure: AnyContractProcedure): unknown {
  return procedure['~orpc'].inputSchema;
}

/** Returns every field that accepts the hostile text, with its parsed value. */
function keptTexts(): { field: string; path: string; kept: string }[] {
  return [...listInputs(contract), ...Object.entries(fileForms)].flatMap(([path, input]) =>
    input instanceof z.ZodObject
      ? Object.entries(input.shape).flatMap(([field, schema]) => {
          const { data } = z.safeParse(schema, HOSTILE);
          return typeof data === 'string' ? [{ field, path: `${path}: ${field}`, kept: data }] : [];
        })
      : [],
  );
}

test('displayed text fields contain no invisible characters', () => {
  const shown = keptTexts().filter(({ field }) => !NOT_SHOWN.includes(field));
  expect(shown.length).toBeGreaterThan(20);
  expect(
    shown.filter(({ kept }) => INVISIBLE_CHARS.some((character) => kept.includes(character))),
  ).toEqual([]);
  const fields = new Set(keptTexts().map(({ field }) => field));
  expect(NOT_SHOWN.filter((field) => !fields.has(field))).toEqual([]);
});
