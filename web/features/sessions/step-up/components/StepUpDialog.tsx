import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '#web/lib/api/api.ts';
import type { StepUpRequest } from '#web/lib/api/step-up.ts';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { useCheckedForm, useShowFailure } from '#web/ui/form/use-checked-form.ts';
import { PasswordProof } from './PasswordProof.tsx';

/** Above the dialogs and confirmations whose calls it repeats. */
const ABOVE_ALL = 400;

/** Dialog above the form whose call was refused. Closing it leaves the form as it is. */
export default function StepUpDialog({ request }: { request: StepUpRequest }) {
  const { t } = useTranslation();
  const form = useCheckedForm({
    initialValues: { password: '' },
    findProblems: ({ password }) =>
      password === '' ? { password: t('Please enter your password') } : {},
  });
  const confirm = useMutation(
    orpc.sessions.confirm.mutationOptions({ onSuccess: () => request.end(true) }),
  );
  useShowFailure(form, confirm.error);
  const submit = (element: HTMLFormElement) =>
    form.submit(
      ({ password }) => confirm.mutate({ kind: 'password', password }),
      () => element.querySelector('input')?.focus(),
    );
  return (
    <ActionDialog
      opened
      onClose={() => request.end(false)}
      title={t('Confirm that it is you')}
      submitLabel={t('Confirm')}
      pendingLabel={t('Confirming...')}
      pending={confirm.isPending}
      error={form.error}
      onSubmit={submit}
      zIndex={ABOVE_ALL}
      size="sm"
    >
      <Text size="sm">
        {t('This needs your password. You will not be asked again for 10 minutes.')}
      </Text>
      <PasswordProof {...form.field('password')} error={form.problems.password} />
    </ActionDialog>
  );
}
