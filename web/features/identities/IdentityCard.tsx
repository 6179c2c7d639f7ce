import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnIdentity } from '#contract/identities/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { providerName } from '#web/lib/session/sign-in-provider.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useBeginLink, useOwnIdentity, useUnlink } from './queries.ts';

/** The person's account at the sign-in provider. Nothing where they cannot sign in with one. */
export function IdentityCard() {
  const { t } = useTranslation();
  const own = useOwnIdentity();
  const name = own.data?.providerName;
  if (own.isLoadingError && providerName() !== undefined) {
    return (
      <Paper withBorder>
        <ErrorState
          message={t('Failed to load your sign-in account')}
          error={own.error}
          onRetry={() => void own.refetch()}
        />
      </Paper>
    );
  }
  return name ? <LinkedAccount name={name} identity={own.data?.identity ?? null} /> : null;
}

function LinkedAccount({ name, identity }: { name: string; identity: OwnIdentity['identity'] }) {
  const { t } = useTranslation();
  const begin = useBeginLink();
  return (
    <Card
      title={t('Sign in with {{name}}', { name })}
      description={t(
        'Link your account at {{name}} to log in without your password. Your second factor is still needed.',
        { name },
      )}
    >
      {identity ? <Usage {...identity} /> : <Text size="sm">{t('No account linked yet.')}</Text>}
      <Group mt="md" gap="sm">
        <Button
          variant={identity ? 'default' : 'filled'}
          loading={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate(undefined)}
        >
          {identity ? t('Link another account') : t('Link account')}
        </Button>
        {identity && <UnlinkButton name={name} />}
      </Group>
    </Card>
  );
}

function Usage({ email, createdAt, lastUsedAt }: NonNullable<OwnIdentity['identity']>) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Text size="sm">
      {email && `${email} · `}
      {t('Linked since {{date}}', { date: dateTime(createdAt) })}
      {' · '}
      {lastUsedAt ? t('Last used {{date}}', { date: dateTime(lastUsedAt) }) : t('Not used yet')}
    </Text>
  );
}

function UnlinkButton({ name }: { name: string }) {
  const { t } = useTranslation();
  const dialog = useDialogTarget<true>();
  const unlink = useUnlink();
  return (
    <>
      <Button variant="subtle" color={ACTION_COLORS.destroy} onClick={() => dialog.open(true)}>
        {t('Unlink')}
      </Button>
      <ConfirmDialog
        opened={dialog.isOpen}
        onClose={dialog.close}
        title={t('Unlink the account')}
        message={t(
          'You can then log in with your username and password only. Make sure that you know your password. Other browsers where you logged in with {{name}} are logged out.',
          { name },
        )}
        confirmLabel={t('Unlink')}
        pendingLabel={t('Unlinking...')}
        pending={unlink.isPending}
        onConfirm={() => unlink.mutate(undefined, { onSettled: dialog.close })}
        danger
      />
    </>
  );
}
