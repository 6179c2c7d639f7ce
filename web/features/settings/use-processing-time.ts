import { useTranslation } from 'react-i18next';
import { parseProcessingTime } from '#contract/rules.ts';
import { useService } from './queries.ts';

/** How long withdrawals take, as a fact and as a sentence; both undefined until it is known. */
export function useProcessingTime(): { fact?: string; sentence?: string } {
  const { t } = useTranslation();
  const { data } = useService();
  const time = data && parseProcessingTime(data.processingTime);
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
