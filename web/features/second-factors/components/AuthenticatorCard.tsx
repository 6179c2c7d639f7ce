import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnFactors } from '#contract/second-factors/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useBeginAuthenticator, useRemoveAuthenticator } from '../queries.ts';
import type { Setup } from './AuthenticatorDialog.tsx';

type AuthenticatorCardProps = {
  factors: OwnFactors;
  onBegin: (setup: Setup) => void;
};

export function AuthenticatorCard({ factors, onBegin }: AuthenticatorCardProps) {
  const { t } = useTranslation();
  const { authenticator, canAddAuthenticator } = factors;
  const begin = useBeginAuthenticator(onBegin);
  return (
    <Card
      title={t('Authenticator app')}
      description={t(
        'An app on your phone shows a new code every 30 seconds. You enter it after your password.',
      )}
    >
      {authenticator ? (
        <Usage {...authenticator} />
      ) : (
        <Text size="sm">
          {canAddAuthenticator
            ? t('No authenticator app yet.')
            : t(errorTable.AUTHENTICATORS_UNAVAILABLE.message)}
        </Text>
      )}
      <Group mt="md" gap="sm">
        <Button
          variant={authenticator ? 'default' : 'filled'}
          disabled={!canAddAuthenticator}
          loading={begin.isPending}
          onClick={() => begin.mutate(undefined)}
        >
          {authenticator ? t('Set up another app') : t('Add an authenticator app')}
        </Button>
        {authenticator && <RemoveButton />}
      </Group>
    </Card>
  );
}

function Usage({ createdAt, lastUsedAt }: NonNullable<OwnFactors['authenticator']>) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Text size="sm">
      {t('Active since {{date}}', { date: dateTime(createdAt) })}
      {' · '}
      {lastUsedAt ? t('Last used {{date}}', { date: dateTime(lastUsedAt) }) : t('Not used yet')}
    </Text>
  );
}

function RemoveButton() {
  const { t } = useTranslation();
  const dialog = useDialogTarget<true>();
  const remove = useRemoveAuthenticator();
  return (
    <>
      <Button variant="subtle" color={ACTION_COLORS.destroy} onClick={() => dialog.open(true)}>
        {t('Remove')}
      </Button>
      <ConfirmDialog
        opened={dialog.isOpen}
        onClose={dialog.close}
        title={t('Remove the authenticator app')}
        message={t(
          'Codes of this app no longer sign you in. Without another second factor, your password alone protects your account.',
        )}
        confirmLabel={t('Remove')}
        pendingLabel={t('Removing...')}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: dialog.close })}
        danger
      />
    </>
  );
}
