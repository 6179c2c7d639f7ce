import type { Settings } from '#contract/settings/table.ts';
import { settingTable } from '#contract/settings/table.ts';

export const LIFETIMES = [
  'userIdleHours',
  'userSessionHours',
  'adminIdleHours',
  'adminSessionHours',
] as const;
export type LifetimeKey = (typeof LIFETIMES)[number];

type Lifetimes = Pick<Settings, LifetimeKey>;
export type LifetimeFields = Record<LifetimeKey, string>;

function ofEach<Value>(read: (key: LifetimeKey) => Value): Record<LifetimeKey, Value> {
  // An entry for each key.
  return Object.fromEntries(LIFETIMES.map((key) => [key, read(key)])) as Record<LifetimeKey, Value>;
}

export const toLifetimeFields = (saved: Lifetimes): LifetimeFields =>
  ofEach((key) => String(saved[key]));

export const toLifetimes = (fields: LifetimeFields): Lifetimes =>
  ofEach((key) => Number(fields[key].trim()));

/** Returns the fields that have no whole number within the setting's limits. */
export function findLifetimeProblems(fields: LifetimeFields): Partial<Record<LifetimeKey, true>> {
  const wrong = LIFETIMES.filter((key) => {
    const typed = fields[key].trim();
    const { min, max } = settingTable[key];
    return !/^\d{1,3}$/.test(typed) || Number(typed) < min || Number(typed) > max;
  });
  return Object.fromEntries(wrong.map((key) => [key, true]));
}
