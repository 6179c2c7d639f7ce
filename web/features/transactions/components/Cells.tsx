import { Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shortIdSuffix } from '#contract/shared/text.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { AccountNumber } from '../../bank-accounts/components/AccountNumber.tsx';
import { useTranslated } from '../../translations/hooks/use-translated.ts';
import { usePaymentMethodText } from '../hooks/use-payment-method-text.ts';
import { WarningLines } from './RequestWarnings.tsx';

type CellProps = { row: AdminTransaction };

export function IdCell({ row }: CellProps) {
  return (
    <Code title={row.id} bg="transparent" px={0}>
      {shortIdSuffix(row.id)}
    </Code>
  );
}

/** The person's name. */
export function UserNameCell({ row }: CellProps) {
  const name = usePersonName()(row.userName);
  return (
    <Text size="sm" fw={500} maw={{ base: 120, xl: 160 }} truncate title={name}>
      {name}
    </Text>
  );
}

/** The person's name and the request's warnings, for a list in which requests are decided. */
export function UserCell({ row }: CellProps) {
  return (
    <Stack gap="3xs" maw={{ base: 120, xl: 200 }}>
      <UserNameCell row={row} />
      <WarningLines row={row} />
    </Stack>
  );
}

export function AmountCell({ row }: CellProps) {
  return <Amount paise={row.amountPaise} fw={600} size="sm" />;
}

/** Creation time; for a pending request also how long it has been pending. */
export function DateCell({ row }: CellProps) {
  const { dateTime } = useFormat();
  return (
    <Stack gap={0}>
      <Text size="sm" miw={{ base: 100, xl: 'max-content' }}>
        {dateTime(row.createdAt)}
      </Text>
      {isDecidable(row) && (
        <Text size="xs" c="dimmed">
          <RelativeTime date={row.createdAt} />
        </Text>
      )}
    </Stack>
  );
}

/** Status and, if decided, the reviewer; if pending, who is working on it. Its size does not change. */
export function StatusCell({ row, underWay }: CellProps & { underWay: string | undefined }) {
  const { t } = useTranslation();
  const full = useDecidedByText(row);
  return (
    <Stack gap={0} align="flex-start" justify="center" w={112} h={40}>
      <StateBadge state={toShownStatus(row)} />
      {underWay && (
        <Text size="xs" c="dimmed" maw="100%" truncate title={underWay}>
          {underWay}
        </Text>
      )}
      {full && (
        <Text size="xs" c="dimmed" maw="100%" truncate title={full}>
          {t('by {{name}}', { name: row.decidedBy })}
        </Text>
      )}
    </Stack>
  );
}

/** Reviewer and time of the decision; renders nothing if pending or not recorded. */
export function DecidedBy({ row }: CellProps) {
  const text = useDecidedByText(row);
  return text ? (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  ) : null;
}

function useDecidedByText(row: AdminTransaction): string | undefined {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (isDecidable(row) || !row.decidedBy) return undefined;
  return row.decidedAt
    ? t('by {{name}}, {{date}}', { name: row.decidedBy, date: dateTime(row.decidedAt) })
    : t('by {{name}}', { name: row.decidedBy });
}

/** The payment method and, if known, the UTR. */
export function PaymentMethodCell({ row }: CellProps) {
  const paymentMethod = usePaymentMethodText();
  return (
    <Stack gap={0} maw={140}>
      <Text size="sm" truncate title={paymentMethod(row)}>
        {paymentMethod(row)}
      </Text>
      {row.utr && (
        <Text size="xs" c="dimmed" truncate title={row.utr}>
          {row.utr}
        </Text>
      )}
    </Stack>
  );
}

export function SourceCell({ row }: CellProps) {
  const { t } = useTranslation();
  const source = useTranslated(row.sourceName ?? '');
  return source ? (
    <Text size="sm">{source}</Text>
  ) : (
    <Text size="sm" c="dimmed">
      {t('None')}
    </Text>
  );
}

export function BankAccountCell({ row }: CellProps) {
  const { t } = useTranslation();
  if (!row.bankName) {
    return (
      <Text size="sm" c="dimmed">
        {t('None')}
      </Text>
    );
  }
  return (
    <Stack gap={0}>
      <Text size="sm" maw={180} truncate title={row.bankName}>
        {row.bankName}
      </Text>
      {row.maskedAccountNumber && (
        <AccountNumber masked={row.maskedAccountNumber} size="xs" c="dimmed" />
      )}
    </Stack>
  );
}
