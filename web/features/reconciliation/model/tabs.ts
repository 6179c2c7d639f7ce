import type { MatchGrade } from '#contract/reconciliation/rules.ts';

export const TABS = ['matches', 'unclaimed', 'waiting', 'history', 'balances'] as const;
export type Tab = (typeof TABS)[number];

export const PROPOSED_GRADES = ['certain', 'likely', 'possible'] as const satisfies MatchGrade[];
export type ProposedGrade = (typeof PROPOSED_GRADES)[number];

/** The URL's search parameters; the first tab and the first grade are omitted. */
export type ReconciliationSearch = { tab?: Tab; grade?: ProposedGrade };

const isTab = (value: unknown): value is Tab => TABS.some((tab) => tab === value);
const isGrade = (value: unknown): value is ProposedGrade =>
  PROPOSED_GRADES.some((grade) => grade === value);

/** Parses the tab and the grade from untrusted search parameters. */
export function reconciliationSearch(raw: Record<string, unknown>): ReconciliationSearch {
  const { tab, grade } = raw;
  if (isTab(tab) && tab !== 'matches') return { tab };
  return isGrade(grade) && grade !== 'certain' ? { grade } : {};
}
