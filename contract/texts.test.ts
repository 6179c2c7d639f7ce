import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bannerForm, bannerPatch } from './banners.ts';
import { contract } from './contract.ts';
import { depositForm } from './deposits.ts';
import { qrCodeForm } from './qr-codes.ts';

/** Turns the text behind it round, and rings a bell. */
const UNSEEN = ['\u202E', '\u0007'];
const HOSTILE = `ab${UNSEEN.join('cd')}ef`;

/** What is looked for, compared or read by a rule of its own, and never shown as it came. */
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
  'url',
  'linkUrl',
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

/** Every field that takes the hostile text, with what is kept of it. */
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

test('no text that others read keeps characters that no one sees', () => {
  const shown = keptTexts().filter(({ field }) => !NOT_SHOWN.includes(field));
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter(({ kept }) => UNSEEN.some((character) => kept.includes(character)))).toEqual(
    [],
  );
  const fields = new Set(keptTexts().map(({ field }) => field));
  expect(NOT_SHOWN.filter((field) => !fields.has(field))).toEqual([]);
});
