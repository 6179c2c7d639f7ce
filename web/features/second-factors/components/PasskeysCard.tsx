import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_PASSKEYS } from '#contract/second-factors/rules.ts';
import type { Passkey } from '#contract/second-factors/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { supportsPasskeys } from '#web/lib/session/passkeys.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useRemovePasskey } from '../queries.ts';
import { AddPasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx';

type PasskeysCardProps = {
  passkeys: Passkey[];
  onAdded: (recoveryCodes: string[]) => void;
};

export function PasskeysCard({ passkeys, onAdded }: PasskeysCardProps) {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const renaming = useDialogTarget<Passkey>();
  const removal = useDialogTarget<Passkey>();
  const remove = useRemovePasskey();
  const isSupported = supportsPasskeys();
  return (
    <Card
      title={t('Passkeys')}
      description={t(
        'A passkey signs you in with your fingerprint, face or PIN, without a password.',
      )}
    >
      <Stack gap="md">
        {passkeys.length === 0 && <Text size="sm">{t('No passkeys yet.')}</Text>}
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => renaming.open(passkey)}
            onRemove={() => removal.open(passkey)}
          />
        ))}
        {!isSupported && (
          <Text size="sm" c="dimmed">
            {t('This browser or address does not support passkeys.')}
          </Text>
        )}
        <Group>
          <Button
            variant={passkeys.length > 0 ? 'default' : 'filled'}
            disabled={!isSupported || passkeys.length >= MAX_PASSKEYS}
            onClick={() => setIsAdding(true)}
          >
            {t('Add a passkey')}
          </Button>
        </Group>
      </Stack>
      <AddPasskeyDialog
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={({ recoveryCodes }) => {
          setIsAdding(false);
          onAdded(recoveryCodes);
        }}
      />
      <RenamePasskeyDialog
        passkey={renaming.target}
        opened={renaming.isOpen}
        onClose={renaming.close}
      />
      <ConfirmDialog
        opened={removal.isOpen}
        onClose={removal.close}
        title={t('Remove the passkey')}
        message={t(
          '{{name}} no longer signs you in. Without another second factor, your password alone protects your account.',
          {
            name: removal.target?.name ?? '',
          },
        )}
        confirmLabel={t('Remove')}
        pendingLabel={t('Removing...')}
        pending={remove.isPending}
        onConfirm={() =>
          removal.target && remove.mutate({ id: removal.target.id }, { onSettled: removal.close })
        }
        danger
      />
    </Card>
  );
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, ...props }: PasskeyRowProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {t('Active since {{date}}', { date: dateTime(createdAt) })}
          {' · '}
          {lastUsedAt ? t('Last used {{date}}', { date: dateTime(lastUsedAt) }) : t('Not used yet')}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          onClick={props.onRename}
          aria-label={t('Rename: {{name}}', { name })}
        >
          {t('Rename')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          color={ACTION_COLORS.destroy}
          onClick={props.onRemove}
          aria-label={t('Remove: {{name}}', { name })}
        >
          {t('Remove')}
        </Button>
      </Group>
    </Group>
  );
}
