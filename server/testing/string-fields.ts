import { isContractProcedure } from '@orpc/contract';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import type { Access, Meta } from '#contract/shared/base.ts';
import { ANY_ID } from './procedures.ts';

/** A field of a procedure's input that is text. */
export interface StringField {
  /** Such as `users/create: username`. */
  name: string;
  /** The path below `/rpc`. */
  path: string;
  access: Access;
  /** Returns an input that has this text there, and usual values in the other required fields. */
  inputWith(text: string): unknown;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Returns every text of every input of the contract, except those with a closed list of values. */
export function listStringFields(router: object = contract, path: string[] = []): StringField[] {
  return Object.entries(router).flatMap(([name, part]: [string, object]) => {
    const here = [...path, name];
    if (!isContractProcedure(part)) return listStringFields(part, here);
    const { inputSchema, meta } = part['~orpc'];
    if (!(inputSchema instanceof z.ZodType)) return [];
    const schema = z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' });
    return stringsOf(schema).map((keys) => ({
      name: `${here.join('/')}: ${keys.join('.')}`,
      path: here.join('/'),
      access: (meta as Meta & { access: Access }).access,
      inputWith: (text: string) => sampleOf(schema, { keys, text }),
    }));
  });
}

/** `[]` is an element of an array, `{}` a value of a record. */
function stringsOf(schema: Schema): string[][] {
  if (schema.enum || schema.const !== undefined) return [];
  if (schema.type === 'string') return [[]];
  const below = (key: string, part: unknown) =>
    isSchema(part) ? stringsOf(part).map((keys) => [key, ...keys]) : [];
  return [
    ...alternativesOf(schema).flatMap(stringsOf),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, part]) => below(key, part)),
    ...below('[]', schema.items),
    ...below('{}', schema.additionalProperties),
  ];
}

interface Target {
  keys: string[];
  text: string;
}

function sampleOf(schema: Schema, target?: Target): unknown {
  if (target?.keys.length === 0) return target.text;
  const [first] = schema.enum ?? schema.examples ?? [];
  if (!target && (schema.const ?? first ?? schema.default) !== undefined) {
    return schema.const ?? first ?? schema.default;
  }
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    const fitting = alternatives.find((part) => !target || reaches(part, target.keys));
    return sampleOf(fitting ?? {}, target);
  }
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, target);
    case 'array':
      return isSchema(schema.items) ? [sampleOf(schema.items, next(target))] : [];
    case 'string':
      return sampleText(schema);
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return null;
  }
}

function sampleObject(schema: Schema, target: Target | undefined): object {
  const [wanted] = target?.keys ?? [];
  if (wanted === '{}' && isSchema(schema.additionalProperties)) {
    return { key: sampleOf(schema.additionalProperties, next(target)) };
  }
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([key]) => key === wanted || schema.required?.includes(key),
  );
  return Object.fromEntries(
    entries.map(([key, part]) => [
      key,
      isSchema(part) ? sampleOf(part, key === wanted ? next(target) : undefined) : null,
    ]),
  );
}

function sampleText({ format, minLength = 0 }: Schema): string {
  if (format === 'uuid') return ANY_ID;
  if (format === 'date') return '2026-11-01';
  if (format === 'date-time') return '2026-11-01T00:00:00.000Z';
  return 'Sample 12'.padEnd(minLength, '1');
}

const next = (target: Target | undefined): Target | undefined =>
  target && { ...target, keys: target.keys.slice(1) };

const reaches = (schema: Schema, keys: string[]) =>
  stringsOf(schema).some((found) => found.join() === keys.join());

function alternativesOf({ anyOf = [], oneOf = [], allOf = [] }: Schema): Schema[] {
  return [...anyOf, ...oneOf, ...allOf].filter(isSchema);
}

function isSchema(part: unknown): part is Schema {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
