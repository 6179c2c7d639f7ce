import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AUTO_APPROVAL_SETTINGS } from '#contract/reconciliation/rules.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useSettings } from '#web/features/settings/queries.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';

/** Says when and up to which amount certain matches are approved without an administrator. */
export function AutomaticNotice() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data } = useSettings(AUTO_APPROVAL_SETTINGS);
  if (!data?.autoApproval) return null;
  return (
    <StateAlert state="hint" mb="md">
      <Text size="sm">
        {t(
          'Certain matches are approved automatically. Waiting time: {{minutes}} min. Maximum: {{amount}} per deposit, {{total}} per day.',
          {
            minutes: number(data.autoApprovalMinutes),
            amount: formatRupees(data.autoApprovalPaise),
            total: formatRupees(data.autoApprovalDayPaise),
          },
        )}
      </Text>
    </StateAlert>
  );
}
