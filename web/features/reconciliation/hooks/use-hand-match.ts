import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MatchResult, UnclaimedLine } from '#contract/reconciliation/schema.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { findPartsProblem, type Part, paiseOf, sumOf, toggledPart } from '../model/parts.ts';
import { type Refused, refusedOf } from '../model/results.ts';
import { seenOf } from '../model/seen.ts';
import { useMatchByHand } from '../queries.ts';

/** Divides a line between deposits: the chosen parts, the rest, and sending. */
export function useHandMatch(line: UnclaimedLine | undefined, onDone: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const keys = useRequestKeys();
  const match = useMatchByHand();
  const [parts, setParts] = useState<Part[]>([]);
  const [refused, setRefused] = useState<Refused[]>([]);
  const unclaimedPaise = line?.unclaimedPaise ?? 0;
  const problem = findPartsProblem(parts, unclaimedPaise);
  const change = (next: Part[]) => {
    match.reset();
    setParts(next);
  };
  const show = ({ results }: { results: MatchResult[] }) => {
    keys.renew();
    const sent = parts.map((part) => ({
      id: part.request.id,
      userName: part.request.userName,
      paise: paiseOf(part),
    }));
    const failed = refusedOf(sent, results);
    setRefused(failed);
    if (failed.length === 0) onDone();
  };
  const submit = () => {
    if (!line || problem) return;
    const sent = parts.map((part) => ({ requestId: part.request.id, paise: paiseOf(part) }));
    const seen = seenOf(parts.map(({ request }) => request));
    const requestKey = keys.keyFor([line.id, JSON.stringify(sent), JSON.stringify(seen)]);
    match.mutate({ lineId: line.id, parts: sent, ...seen, requestKey }, { onSuccess: show });
  };
  const failed = t('Failed to process your request. Please try again.');
  return {
    parts,
    refused,
    restPaise: unclaimedPaise - sumOf(parts),
    problem,
    isPending: match.isPending,
    error: match.error ? errorText(match.error, failed) : undefined,
    toggle: (request: AdminTransaction) => change(toggledPart(parts, request, unclaimedPaise)),
    setAmount: (id: string, amount: string) =>
      change(parts.map((part) => (part.request.id === id ? { ...part, amount } : part))),
    submit,
  };
}

export type HandMatch = ReturnType<typeof useHandMatch>;
