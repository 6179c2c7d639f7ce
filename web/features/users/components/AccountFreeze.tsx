import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_REASON_LENGTH } from '#contract/review/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { type FormDialogState, useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { IconSnowflake } from '#web/ui/icons/IconSnowflake.ts';
import { IconSnowflakeOff } from '#web/ui/icons/IconSnowflakeOff.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import classes from '../pages/UserPage.module.css';
import { useSetFrozen } from '../queries.ts';

type FreezeForm = { reason: string };
type FreezeProblems = { reason: true };
type FreezeDialogState = FormDialogState<UserDetails, FreezeForm, FreezeProblems>;

/** Says since when and why an account is frozen. */
export function FreezeNotice({ freeze }: { freeze: NonNullable<UserDetails['freeze']> }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <StateAlert state="frozen" mb="md" title={t('Account frozen')}>
      <Stack gap="2xs">
        <Text size="sm">{t('Reason: {{reason}}', { reason: freeze.reason })}</Text>
        <Text size="sm">{t('Since {{date}}', { date: format.dateTime(freeze.at) })}</Text>
      </Stack>
    </StateAlert>
  );
}

/** Freezes or unfreezes an account after a dialog that requires the reason. */
export function FreezeButton({ user, disabled }: { user: UserDetails; disabled: boolean }) {
  const { t } = useTranslation();
  const dialog = useFormDialog<UserDetails, FreezeForm, FreezeProblems>({
    initialValues: () => ({ reason: '' }),
    findProblems: ({ reason }) => (reason.trim() === '' ? { reason: true } : {}),
  });
  const ActIcon = user.isFrozen ? IconSnowflakeOff : IconSnowflake;
  return (
    <>
      <Button
        variant="default"
        classNames={{ root: classes.act, label: classes.actLabel }}
        leftSection={<ActIcon size={16} />}
        disabled={disabled}
        onClick={() => dialog.open(user)}
      >
        {user.isFrozen ? t('Unfreeze account') : t('Freeze account')}
      </Button>
      <FreezeDialog state={dialog} />
    </>
  );
}

function FreezeDialog({ state }: { state: FreezeDialogState }) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const setFrozen = useSetFrozen();
  const isFreeze = edited?.isFrozen === false;
  const submit = ({ reason }: FreezeForm) =>
    edited &&
    setFrozen.mutate({ userId: edited.id, isFrozen: isFreeze, reason }, { onSuccess: state.close });
  const close = () => {
    setFrozen.reset();
    state.close();
  };
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={close}
      title={isFreeze ? t('Freeze account') : t('Unfreeze account')}
      submitLabel={isFreeze ? t('Freeze account') : t('Unfreeze account')}
      pendingLabel={t('Saving...')}
      pending={setFrozen.isPending}
      failure={setFrozen.error}
      form={form}
      onSubmit={submit}
      size="sm"
    >
      <Text size="sm">
        {isFreeze
          ? t(
              '{{username}} can still log in and see everything, but not deposit, withdraw or change bank accounts. Pending withdrawals cannot be approved.',
              { username: edited?.username },
            )
          : t('{{username}} can deposit, withdraw and change bank accounts again.', {
              username: edited?.username,
            })}
      </Text>
      <TextInput
        label={t('Reason')}
        description={t('The user sees it.')}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        {...form.field('reason')}
        error={form.problems.reason && t(errorTable.FREEZE_REASON_REQUIRED.message)}
      />
    </FormDialog>
  );
}
