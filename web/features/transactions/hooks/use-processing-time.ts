import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { parseProcessingTime } from '#contract/settings/rules.ts';
import { orpc } from '#web/lib/api/api.ts';

/** Returns the duration of withdrawals as a value and as a sentence; both undefined until loaded. */
export function useProcessingTime(): { fact?: string; sentence?: string } {
  const { t } = useTranslation();
  const text = useQuery(
    orpc.settings.get.queryOptions({ select: ({ processingTime }) => processingTime }),
  ).data;
  const time = text === undefined ? undefined : parseProcessingTime(text);
  if (!time) return {};
  const { range, most: count } = time;
  if (time.unit === 'hours') {
    return {
      fact: t('Processing time: {{range}} hours', { range, count }),
      sentence: t('Withdrawals are processed within {{range}} hours.', { range, count }),
    };
  }
  return {
    fact: t('Processing time: {{range}} business days', { range, count }),
    sentence: t('Withdrawals are processed within {{range}} business days.', { range, count }),
  };
}
