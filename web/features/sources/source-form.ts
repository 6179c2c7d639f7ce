import { MIN_SOURCE_NAME_LENGTH } from '#contract/rules.ts';
import type { Source, SourceForm } from '#contract/sources.ts';

export type SourceProblems = { name: 'tooShort' };

/** What the dialog starts with: a new, active source or one as it stands. */
export function initialForm(source: Source | undefined): SourceForm {
  return { name: source?.name ?? '', isActive: source?.isActive ?? true };
}

/** What keeps the form from being sent. Characters are counted as people do: an emoji is one. */
export function findProblems({ name }: SourceForm): Partial<SourceProblems> {
  return [...name.trim()].length < MIN_SOURCE_NAME_LENGTH ? { name: 'tooShort' } : {};
}
