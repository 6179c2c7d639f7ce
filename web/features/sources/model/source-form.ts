import { MIN_SOURCE_NAME_LENGTH } from '#contract/sources/rules.ts';
import type { Source, SourceForm } from '#contract/sources/schema.ts';

export type SourceProblems = { name: 'tooShort' };

/** Returns the initial values for a new, active source or an existing one. */
export function initialForm(source: Source | undefined): SourceForm {
  return { name: source?.name ?? '', isActive: source?.isActive ?? true };
}

/** Returns validation problems. Counts an emoji as one character. */
export function findProblems({ name }: SourceForm): Partial<SourceProblems> {
  return [...name.trim()].length < MIN_SOURCE_NAME_LENGTH ? { name: 'tooShort' } : {};
}
