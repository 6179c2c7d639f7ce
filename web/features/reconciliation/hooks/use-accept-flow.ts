import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MatchResult, StatementMatch } from '#contract/reconciliation/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { toastSuccess, toastUndoable } from '#web/ui/toasts.ts';
import { refusedOf } from '../model/results.ts';
import { seenOf } from '../model/seen.ts';
import { useAccept, useUndoApprovals } from '../queries.ts';

type Outcome = { acceptedCount: number; refused: ReturnType<typeof refusedOf> };

/** Accepts matches, which approves their deposits after the undo time. Those that were refused are in `refused` with the reason. */
export function useAcceptFlow(onClose: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const keys = useRequestKeys();
  const [outcome, setOutcome] = useState<Outcome>();
  const accept = useAccept();

  const undo = useUndoApprovals();

  const show = (
    matches: StatementMatch[],
    { results, undoMs = 0 }: { results: MatchResult[]; undoMs?: number | undefined },
  ) => {
    keys.renew();
    const refused = refusedOf(
      matches.map(({ id, paise, request }) => ({ id, paise, userName: request?.userName ?? '' })),
      results,
    );
    const accepted = matches.filter(({ id }) => !refused.some((one) => one.id === id));
    setOutcome({ acceptedCount: accepted.length, refused });
    if (accepted.length > 0) toast(accepted, undoMs);
    if (refused.length === 0) onClose();
  };

  const toast = (accepted: StatementMatch[], undoMs: number) => {
    const count = accepted.length;
    const message = t('{{count}} deposits were approved', { count });
    const requestIds = [...new Set(accepted.flatMap(({ request }) => request?.id ?? []))];
    if (undoMs === 0) toastSuccess({ message });
    else toastUndoable({ message, undoMs, onUndo: () => undo.mutate({ ids: requestIds }) });
  };

  /** Confirms the receipts and warnings of these deposits, which are shown. */
  const submit = (matches: StatementMatch[]) => {
    const ids = matches.map(({ id }) => id);
    const seen = seenOf(matches.flatMap(({ request }) => request ?? []));
    setOutcome(undefined);
    accept.mutate(
      {
        ids,
        ...seen,
        undoable: true,
        requestKey: keys.keyFor([ids.join(), JSON.stringify(seen)]),
      },
      { onSuccess: (outcome) => show(matches, outcome) },
    );
  };
  const failed = t('Failed to process your request. Please try again.');
  return {
    submit,
    refused: outcome?.refused ?? [],
    acceptedCount: outcome?.acceptedCount ?? 0,
    isPending: accept.isPending,
    error: accept.error ? errorText(accept.error, failed) : undefined,
    reset: () => {
      setOutcome(undefined);
      accept.reset();
    },
  };
}
