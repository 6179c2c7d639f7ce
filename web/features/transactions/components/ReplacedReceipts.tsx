import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction, ReplacedReceipt } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';

type ReplacedReceiptsProps = {
  row: Pick<AdminTransaction, 'receiptReplacedAt'>;
  /** Undefined until it has loaded. */
  replaced: ReplacedReceipt[] | undefined;
};

/** Says when the user replaced the receipt, with links to the replaced images; renders nothing if it is the first one. */
export function ReplacedReceipts({ row, replaced = [] }: ReplacedReceiptsProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (!row.receiptReplacedAt) return null;
  return (
    <StateAlert state="hint">
      <Stack gap="2xs">
        <Text size="sm">
          {t('The user replaced the receipt on {{date}}.', {
            date: dateTime(row.receiptReplacedAt),
          })}
        </Text>
        <Group gap="sm">
          {replaced.map(({ receiptUrl, replacedAt }) => (
            <Anchor
              key={receiptUrl}
              href={receiptUrl}
              target="_blank"
              rel="noopener noreferrer"
              size="sm"
            >
              {t('Receipt until {{date}}', { date: dateTime(replacedAt) })}
            </Anchor>
          ))}
        </Group>
      </Stack>
    </StateAlert>
  );
}
