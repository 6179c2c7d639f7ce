import { Button, Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toDecimal } from '#contract/shared/money.ts';
import type { AdminTransaction, Beneficiary } from '#contract/transactions/schema.ts';
import { BeneficiaryDetails } from '#web/features/transactions/components/BeneficiaryDetails.tsx';
import { IconCopy } from '#web/ui/icons/IconCopy.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useCopy } from '#web/ui/use-copy.ts';

type BeneficiaryCardProps = {
  row: AdminTransaction;
  /** Undefined until it has loaded; null if the request has none. */
  beneficiary: Beneficiary | null | undefined;
};

/** Bank account of a withdrawal; each field can be copied, or all together with the amount. */
export function BeneficiaryCard({ row, beneficiary }: BeneficiaryCardProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const copyAll = ({ accountHolderName, bankName, accountNumber, ifscCode }: Beneficiary) => {
    const amount = toDecimal(row.amountPaise);
    const lines = [accountHolderName, bankName, accountNumber, ifscCode, amount];
    return copy(lines.filter(Boolean).join('\n'), t('All details copied to clipboard'));
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="desk-account">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={3} size="h5" id="desk-account">
            {t('Bank Account Details')}
          </Title>
          {beneficiary && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconCopy size={14} />}
              onClick={() => void copyAll(beneficiary)}
            >
              {t('Copy all')}
            </Button>
          )}
        </Group>
        {beneficiary && <BeneficiaryDetails beneficiary={beneficiary} />}
        {beneficiary === undefined && <Skeleton height={96} />}
        {beneficiary === null && (
          <StateAlert state="warning">{t('No Bank Account Information')}</StateAlert>
        )}
      </Stack>
    </Paper>
  );
}
