import { useTranslation } from 'react-i18next';
import { LIMIT_KEYS } from '#contract/verification-limits/rules.ts';
import { levelLabels, limitsText } from '#web/lib/i18n/verification-labels.ts';
import { Card } from '#web/ui/Card.tsx';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { useOwnLimits } from '../queries.ts';

/** The user's verification level and its limits; nothing for an account without either. */
export function OwnLimitsCard() {
  const { t } = useTranslation();
  const { data: own, isPending } = useOwnLimits();
  if (isPending) return <LoadingPart />;
  if (!own) return null;
  const { level, limits } = own;
  const isLimited = LIMIT_KEYS.some((key) => limits[key] !== null);
  if (level === 'none' && !isLimited) return null;
  return (
    <Card title={t('Verification')}>
      <DetailsList
        details={[
          { label: t('Verification level'), value: levelLabels(t)[level] },
          { label: t('Deposits'), value: limitsText(t, limits, 'deposit') },
          { label: t('Withdrawals'), value: limitsText(t, limits, 'withdrawal') },
        ]}
      />
    </Card>
  );
}
