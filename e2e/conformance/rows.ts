import type { Page } from '@playwright/test';
import type { Person } from '../support/person.ts';
import type { Wallet } from '../support/wallet.ts';

/** Someone in front of a screen, and the server behind it. */
export interface Visit {
  person: Person;
  page: Page;
  wallet: Wallet;
}

/** Brings a screen up, in the state that the rows naming it are about. */
export type Scene = (visit: Visit) => Promise<void>;
export type Scenes<Name extends string = string> = Record<Name, Scene>;

/** What shows that a statement holds. Whatever the statement quotes is part of what has to be shown. */
export type Proof<Name extends string = string> =
  | { kind: 'seen'; scene: Name; check?: Scene }
  | { kind: 'tested'; file: string; title: string }
  | { kind: 'computed'; check: () => void }
  | { kind: 'cannot occur'; reason: string };

/** A statement of the specification: its section, and its exact texts in single quotes, `{any}` for what varies. */
export interface Row<Name extends string = string> {
  section: number;
  statement: string;
  proof: Proof<Name>;
}

/** What is quoted is on the screen of that scene, once `check` (if any) was met there. */
export function seen<Name extends string>(scene: Name, check?: Scene): Proof<Name> {
  return check ? { kind: 'seen', scene, check } : { kind: 'seen', scene };
}

/** A test or step of that title shows it, in a file that names what is quoted. */
export function tested(file: string, title: string): Proof<never> {
  return { kind: 'tested', file, title };
}

/** Computing it shows it: `check` expects something of the code itself. */
export function computed(check: () => void): Proof<never> {
  return { kind: 'computed', check };
}

/** By design the situation never comes about: what is quoted stands in no catalogue. */
export function cannotOccur(reason: string): Proof<never> {
  return { kind: 'cannot occur', reason };
}

/** The exact texts that a statement quotes. An apostrophe within a word ends nothing. */
export function quotesOf(statement: string): string[] {
  return [...statement.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, text = '']) => text);
}

/** The parts of a quoted text that never vary. */
export function fixedParts(text: string): string[] {
  return text
    .split(/\{[^}]*\}/)
    .map((part) => part.trim())
    .filter((part) => part.length > 1);
}

/** Matches a quoted text as a whole, whatever stands for its `{parts}`; a required field's label ends in a star. */
export function patternOf(text: string): RegExp {
  const literal = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `^\\s*${text
      .split(/\{[^}]*\}/)
      .map(literal)
      .join('.+')}\\s*\\*?\\s*$`,
  );
}
