import { useState } from 'react';
import type { Decision } from '#contract/review/schema.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { isDecidable } from '#contract/transactions/states.ts';
import type { DialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { stepFrom, useShortcuts } from '#web/ui/use-shortcuts.ts';
import type { Selection } from './use-selection.ts';

type ReviewKeys = {
  rows: AdminTransaction[];
  selection: Selection;
  viewed: DialogTarget<AdminTransaction>;
  onDecide: (decision: Decision, row: AdminTransaction) => void;
  onDesk: (row: AdminTransaction) => void;
  /** True while a dialog is open: keys then belong to its fields. */
  isSuspended: boolean;
  /** Moves the focus into the row with this id when it is rendered. */
  focusRow: (id: string) => void;
};

type Place = { id: string; index: number };

/** Returns the current row for keyboard navigation, and the shortcut handlers. */
export function useReviewKeys(review: ReviewKeys) {
  const { rows, viewed, selection } = review;
  const [place, setPlace] = useState<Place>();
  // When a decided row leaves the list, the row at its position becomes current.
  const current =
    place && (rows.find(({ id }) => id === place.id) ?? rows[place.index] ?? rows.at(-1));
  const subject = viewed.isOpen ? viewed.target : current;

  const go = (step: 1 | -1) => {
    const row = stepFrom(rows, place, step);
    if (!row) return;
    setPlace({ id: row.id, index: rows.indexOf(row) });
    if (viewed.isOpen) viewed.open(row);
    else review.focusRow(row.id);
  };
  const decide = (decision: Decision) => {
    if (subject && isDecidable(subject)) review.onDecide(decision, subject);
  };
  const unlessAsked = (act: () => void) => () => {
    if (!review.isSuspended) act();
  };

  useShortcuts({
    next: unlessAsked(() => go(1)),
    previous: unlessAsked(() => go(-1)),
    view: unlessAsked(() => current && !viewed.isOpen && viewed.open(current)),
    approve: unlessAsked(() => decide('approved')),
    reject: unlessAsked(() => decide('rejected')),
    desk: unlessAsked(() => subject && review.onDesk(subject)),
    select: unlessAsked(() => current && isDecidable(current) && selection.toggle(current)),
  });
  /** Makes a row current that was opened without the keyboard. */
  const visit = (row: AdminTransaction) => setPlace({ id: row.id, index: rows.indexOf(row) });
  return { currentId: current?.id, visit };
}
