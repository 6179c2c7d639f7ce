import { Checkbox, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { RequestTable } from '#web/features/transactions/components/RequestTable.tsx';

type RepeatedMatchesProps = {
  matches: StatementMatch[];
  checkedIds: ReadonlySet<string>;
  isPending: boolean;
  onToggle: (id: string) => void;
};

/** Matches whose receipt or UTR was sent with another deposit: each is approved only if it is ticked. */
export function RepeatedMatches(props: RepeatedMatchesProps) {
  const { matches, checkedIds, isPending, onToggle } = props;
  const { t } = useTranslation();
  const label = t('{{count}} with warnings', { count: matches.length });
  const matchOf = new Map(matches.map((match) => [match.request?.id, match.id]));
  return (
    <Stack gap="2xs">
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm" c="dimmed">
        {t('Tick each request that you have checked. Those without a tick stay pending.')}
      </Text>
      <RequestTable
        rows={matches.flatMap(({ request }) => request ?? [])}
        label={label}
        first={({ id, amountPaise, userName }) => (
          <Checkbox
            aria-label={t('Select {{amount}}, {{user}}', {
              amount: formatRupees(amountPaise),
              user: userName,
            })}
            checked={checkedIds.has(matchOf.get(id) ?? '')}
            disabled={isPending}
            onChange={() => onToggle(matchOf.get(id) ?? '')}
          />
        )}
      />
    </Stack>
  );
}
