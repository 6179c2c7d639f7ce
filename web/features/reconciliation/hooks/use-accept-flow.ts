import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import type { DecisionResult } from '#contract/review/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { toastSuccess } from '#web/lib/page/toasts.ts';
import { useAccept } from '../queries.ts';

export type Refused = { match: StatementMatch; refusal: DecisionResult['refusal'] };

/** Accepts matches, which approves their requests. Those that were refused are in `refused` with the reason. */
export function useAcceptFlow(onClose: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const keys = useRequestKeys();
  const [refused, setRefused] = useState<Refused[]>([]);
  const [acceptedCount, setAcceptedCount] = useState(0);
  const accept = useAccept();
  const submit = (matches: StatementMatch[]) => {
    const ids = matches.map(({ id }) => id);
    const onSuccess = ({ results }: { results: DecisionResult[] }) => {
      keys.renew();
      const refusals = new Map<string, DecisionResult['refusal']>(
        results.flatMap(({ id, refusal }) => (refusal ? [[id, refusal]] : [])),
      );
      const failed = matches.flatMap((match) =>
        refusals.has(match.id) ? [{ match, refusal: refusals.get(match.id) }] : [],
      );
      const count = matches.length - failed.length;
      setRefused(failed);
      setAcceptedCount(count);
      if (count > 0) toastSuccess({ message: t('{{count}} deposits were approved', { count }) });
      if (failed.length === 0) onClose();
    };
    accept.mutate({ ids, requestKey: keys.keyFor([ids.join()]) }, { onSuccess });
  };
  const failed = t('Failed to process your request. Please try again.');
  return {
    submit,
    refused,
    acceptedCount,
    isPending: accept.isPending,
    error: accept.error ? errorText(accept.error, failed) : undefined,
    start: () => {
      setRefused([]);
      accept.reset();
    },
  };
}

export type AcceptFlow = ReturnType<typeof useAcceptFlow>;
