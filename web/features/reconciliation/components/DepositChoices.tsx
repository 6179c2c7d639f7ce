import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UnclaimedLine } from '#contract/reconciliation/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import {
  RequestWarnings,
  WarningLines,
} from '#web/features/transactions/components/RequestWarnings.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { cleanAmount } from '#web/lib/i18n/typed-amount.ts';
import type { HandMatch } from '../hooks/use-hand-match.ts';
import { usePendingDeposits } from '../queries.ts';

type DepositChoicesProps = { line: UnclaimedLine; search: string; hand: HandMatch };

/** Found deposits with a box to choose them; those that are chosen have a field for their part, and their warnings. */
export function DepositChoices({ line, search, hand }: DepositChoicesProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const found = usePendingDeposits(search);
  const wanted = line.finding === 'already_approved' ? 'approved' : 'pending';
  const related = search ? [] : line.requests.filter(({ status }) => status === wanted);
  const chosen = hand.parts.map(({ request }) => request);
  const rows = [...chosen, ...related, ...(found.data?.rows ?? [])].filter(
    (row, at, all) => all.findIndex(({ id }) => id === row.id) === at,
  );
  return (
    <Stack gap="xs">
      {found.isError && (
        <Text size="sm" role="alert">
          {errorText(found.error, t('Failed to fetch transactions'))}
        </Text>
      )}
      {rows.map((row) => (
        <Choice key={row.id} row={row} hand={hand} />
      ))}
      {found.data && rows.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('No pending deposits')}
        </Text>
      )}
    </Stack>
  );
}

function Choice({ row, hand }: { row: AdminTransaction; hand: HandMatch }) {
  const { t } = useTranslation();
  const part = hand.parts.find(({ request }) => request.id === row.id);
  const amount = formatRupees(row.amountPaise);
  return (
    <Stack gap="2xs">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Checkbox
          label={`${amount}, ${row.userName}`}
          description={[row.referenceId, row.utr].filter(Boolean).join(' · ')}
          checked={part !== undefined}
          onChange={() => hand.toggle(row)}
        />
        {part && (
          <TextInput
            aria-label={t('Part of {{amount}}, {{user}}', { amount, user: row.userName })}
            inputMode="decimal"
            autoComplete="off"
            leftSection={<span aria-hidden>₹</span>}
            w={140}
            value={part.amount}
            onChange={({ currentTarget }) =>
              hand.setAmount(row.id, cleanAmount(currentTarget.value))
            }
          />
        )}
      </Group>
      {part ? <RequestWarnings row={row} /> : <WarningLines row={row} />}
    </Stack>
  );
}
