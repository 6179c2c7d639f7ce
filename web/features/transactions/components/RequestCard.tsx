import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortIdSuffix } from '#contract/shared/text.ts';
import { toShownStatus } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { useTranslated } from '../../translations/hooks/use-translated.ts';
import { useUnderWay } from '../hooks/use-under-way.ts';
import { BankAccountCell, DateCell, DecidedBy, PaymentMethodCell } from './Cells.tsx';
import { WarningLines } from './RequestWarnings.tsx';

type RequestCardProps = {
  row: AdminTransaction;
  actions: ReactNode;
  selectBox?: ReactNode;
  /** Replaces the short id. */
  id?: ReactNode;
};

/** A request on a narrow screen, with its actions. */
export function RequestCard({ row, actions, selectBox, id }: RequestCardProps) {
  const { t } = useTranslation();
  const personName = usePersonName();
  const source = useTranslated(row.sourceName ?? '');
  const underWay = useUnderWay({ isRow: true })(row);
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        {selectBox}
        <Stack gap={0} miw={0} flex={1}>
          <Text fw={600} truncate>
            {personName(row.userName)}
          </Text>
          <DateCell row={row} />
        </Stack>
        <Stack gap="2xs" align="flex-end">
          <Amount paise={row.amountPaise} fw={700} size="lg" />
          <StateBadge state={toShownStatus(row)} />
          {underWay && (
            <Text size="xs" c="dimmed">
              {underWay}
            </Text>
          )}
        </Stack>
      </Group>
      <Group justify="space-between" align="flex-end" gap="xs">
        {row.type === 'deposit' ? <PaymentMethodCell row={row} /> : <BankAccountCell row={row} />}
        {id ?? (
          <Text size="xs" c="dimmed" title={row.id}>
            {t('ID {{id}}', { id: shortIdSuffix(row.id) })}
          </Text>
        )}
      </Group>
      {source && (
        <Text size="xs" c="dimmed">
          {t('Source: {{name}}', { name: source })}
        </Text>
      )}
      <DecidedBy row={row} />
      <WarningLines row={row} />
      {actions}
    </Stack>
  );
}
