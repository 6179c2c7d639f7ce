import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_LENGTH } from '#contract/recovery/rules.ts';
import type { RecoveryAddress } from '#contract/recovery/schema.ts';
import { MAX_EMAIL_LENGTH } from '#contract/shared/limits.ts';
import { Card } from '#web/ui/Card.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { NewPasswordInput } from '../../users/components/NewPasswordInput.tsx';
import {
  useConfirmAddress,
  useRecoveryAddress,
  useRemoveAddress,
  useSetAddress,
} from '../queries.ts';

/** Recovery address of the own account. Absent where the server sends no mails and none is stored. */
export function RecoveryCard() {
  const { t } = useTranslation();
  const { data, isPending } = useRecoveryAddress();
  if (isPending) return <LoadingPart />;
  if (!data || (!data.isAvailable && !data.address)) return null;
  return (
    <Card title={t('Security')}>
      <Stack gap="md">
        <Text size="sm">
          {data.address
            ? t('Recovery email: {{address}}', { address: data.address })
            : t('Add a recovery email to reset a forgotten password yourself.')}
        </Text>
        {data.pendingAddress && <CodeForm address={data.pendingAddress} />}
        <AddressActions saved={data} />
      </Stack>
    </Card>
  );
}

function AddressActions({ saved }: { saved: RecoveryAddress }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'set' | 'remove'>();
  const close = () => setOpen(undefined);
  return (
    <Group gap="sm">
      {saved.isAvailable && (
        <Button variant="default" onClick={() => setOpen('set')}>
          {saved.address ? t('Change recovery email') : t('Add recovery email')}
        </Button>
      )}
      {saved.address && (
        <Button variant="default" onClick={() => setOpen('remove')}>
          {t('Remove recovery email')}
        </Button>
      )}
      <SetDialog opened={open === 'set'} onClose={close} />
      <RemoveDialog opened={open === 'remove'} onClose={close} />
    </Group>
  );
}

type DialogProps = { opened: boolean; onClose: () => void };

const EMPTY = { address: '', currentPassword: '' };

function SetDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation();
  const form = useCheckedForm({ initialValues: EMPTY });
  const set = useSetAddress();
  const close = () => {
    form.start(EMPTY);
    set.reset();
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Recovery email')}
      submitLabel={t('Send code')}
      pendingLabel={t('Sending...')}
      pending={set.isPending}
      failure={set.error}
      form={form}
      onSubmit={(values) => set.mutate(values, { onSuccess: close })}
      size="sm"
    >
      <Text size="sm">{t('A code is sent to this address. Enter it on this page.')}</Text>
      <TextInput
        label={t('Recovery email')}
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
        {...form.field('address')}
        data-autofocus
      />
      <NewPasswordInput
        label={t('Current Password')}
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
    </FormDialog>
  );
}

function RemoveDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation();
  const empty = { currentPassword: '' };
  const form = useCheckedForm({ initialValues: empty });
  const remove = useRemoveAddress();
  const close = () => {
    form.start(empty);
    remove.reset();
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Remove recovery email')}
      submitLabel={t('Remove')}
      pendingLabel={t('Saving...')}
      pending={remove.isPending}
      failure={remove.error}
      form={form}
      onSubmit={(values) => remove.mutate(values, { onSuccess: close })}
      size="sm"
    >
      <NewPasswordInput
        label={t('Current Password')}
        autoComplete="current-password"
        {...form.field('currentPassword')}
        data-autofocus
      />
    </FormDialog>
  );
}

function CodeForm({ address }: { address: string }) {
  const { t } = useTranslation();
  const empty = { code: '' };
  const form = useCheckedForm({ initialValues: empty });
  const confirm = useConfirmAddress();
  return (
    <PageForm
      form={form}
      pending={confirm.isPending}
      failure={confirm.error}
      onSubmit={(values) => confirm.mutate(values, { onSuccess: () => form.start(empty) })}
      footer={
        <SubmitButton
          label={t('Confirm')}
          pendingLabel={t('Saving...')}
          pending={confirm.isPending}
        />
      }
    >
      <TextInput
        label={t('Code')}
        description={t('Enter the code that was sent to {{address}}.', { address })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH}
        {...form.field('code')}
      />
    </PageForm>
  );
}
