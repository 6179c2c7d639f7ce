import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { orpc } from '#web/lib/api/api.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { roughDuration } from '#web/lib/i18n/time.ts';

const FRESH_MS = 60_000;

/** Returns the recent typical duration of requests as a sentence; undefined until known. */
export function useTypicalTime(type: TransactionType): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  const times = useQuery({
    ...orpc.transactions.processingTimes.queryOptions(),
    staleTime: FRESH_MS,
  }).data;
  const seconds = times?.[type];
  if (seconds === undefined || seconds === null) return undefined;
  return t('Recently, most requests were approved within: {{duration}}', {
    duration: roughDuration(seconds, language),
  });
}
