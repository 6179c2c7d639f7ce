import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnFactors } from '#contract/second-factors/schema.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useReplaceRecoveryCodes } from '../queries.ts';

const FEW = 3;

type RecoveryCodesCardProps = {
  codes: NonNullable<OwnFactors['recoveryCodes']>;
  onMade: (codes: string[]) => void;
};

export function RecoveryCodesCard({ codes: { remaining }, onMade }: RecoveryCodesCardProps) {
  const { t } = useTranslation();
  const dialog = useDialogTarget<true>();
  const replace = useReplaceRecoveryCodes(({ recoveryCodes }) => onMade(recoveryCodes));
  const left = t('{{count}} codes are left.', { count: remaining });
  return (
    <Card
      title={t('Recovery codes')}
      description={t('Each code signs you in once if you lose your phone or passkey.')}
    >
      {remaining <= FEW ? (
        <StateAlert state="warning">{left}</StateAlert>
      ) : (
        <Text size="sm">{left}</Text>
      )}
      <Button variant="default" mt="md" onClick={() => dialog.open(true)}>
        {t('Replace the codes')}
      </Button>
      <ConfirmDialog
        opened={dialog.isOpen}
        onClose={dialog.close}
        title={t('Replace the codes')}
        message={t('You get ten new codes. The codes that you have saved stop working.')}
        confirmLabel={t('Replace')}
        pendingLabel={t('Replacing...')}
        pending={replace.isPending}
        onConfirm={() => replace.mutate(undefined, { onSettled: dialog.close })}
      />
    </Card>
  );
}
