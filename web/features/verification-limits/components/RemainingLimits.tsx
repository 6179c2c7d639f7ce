import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { useDocumentState, useOwnLimits } from '../queries.ts';

/** Shows how much the user can still deposit or withdraw; renders nothing without limits. */
export function RemainingLimits({ type }: { type: TransactionType }) {
  const { t } = useTranslation();
  const { data, isPending } = useOwnLimits();
  if (isPending) return <LoadingPart />;
  const left = data?.[type];
  if (!left) return null;
  const details = [
    { label: t('At a time'), paise: left.perTransactionPaise },
    { label: t('Left today'), paise: left.leftTodayPaise },
    { label: t('Left this month'), paise: left.leftThisMonthPaise },
  ].flatMap(({ label, paise }) =>
    paise === null ? [] : { label, value: <Amount paise={paise} /> },
  );
  if (details.length === 0) return null;
  return (
    <Stack gap="2xs">
      <Text size="sm" fw={600}>
        {t('Your limits')}
      </Text>
      <DetailsList details={details} />
      <RaiseLimits />
    </Stack>
  );
}

/** Links to the documents that raise a user's level, if they can be uploaded. */
function RaiseLimits() {
  const { t } = useTranslation();
  const { data: own } = useDocumentState();
  if (!own?.isAvailable || own.level === 'full') return null;
  const isWaiting = own.request?.state === 'waiting';
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.user.profile} />}>
      {isWaiting
        ? t('Your documents are being checked.')
        : t('Verify your account for higher limits')}
    </Anchor>
  );
}
