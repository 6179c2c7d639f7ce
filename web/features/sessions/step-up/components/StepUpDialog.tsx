import { Modal, PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proof } from '#contract/sessions/schema.ts';
import { api, orpc } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import type { StepUpRequest } from '#web/lib/api/step-up.ts';
import { requestPasskey, supportsPasskeys } from '#web/lib/session/passkeys.ts';
import { readMethods } from '#web/lib/session/proof-methods.ts';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { useCheckedForm, useShowFailure } from '#web/ui/form/use-checked-form.ts';
import { ProofForm } from '../../../second-factors/components/ProofForm.tsx';
import { ProviderProof } from './ProviderProof.tsx';

/** Above the dialogs and confirmations whose calls it repeats. */
const ABOVE_ALL = 400;

/** Dialog above the form whose call was refused. Closing it leaves the form as it is. */
export default function StepUpDialog({ request }: { request: StepUpRequest }) {
  const needsPassword = request.methods.includes('password');
  return needsPassword ? <PasswordDialog request={request} /> : <FactorDialog request={request} />;
}

function PasswordDialog({ request }: { request: StepUpRequest }) {
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
      {request.methods.includes('provider') && (
        <ProviderProof onConfirmed={() => request.end(true)} />
      )}
    </ActionDialog>
  );
}

function FactorDialog({ request }: { request: StepUpRequest }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string>();
  const confirm = useMutation({
    mutationFn: async (proof: Proof | undefined) =>
      api.sessions.confirm(
        proof ?? {
          kind: 'passkey',
          answer: await requestPasskey(await api.sessions.confirmWithPasskey()),
        },
      ),
    onMutate: () => setProblem(undefined),
    onSuccess: () => request.end(true),
    onError: (error) =>
      setProblem(errorText(error, t('The passkey was not used. Please try again.'))),
  });
  const cancel = () => {
    if (!confirm.isPending) request.end(false);
  };
  return (
    <Modal
      opened
      onClose={cancel}
      title={t('Confirm that it is you')}
      size="sm"
      zIndex={ABOVE_ALL}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Text size="sm" mb="md">
        {t('This needs your second factor. You will not be asked again for 10 minutes.')}
      </Text>
      <ProofForm
        methods={readMethods(request.methods.join(' '), supportsPasskeys())}
        problem={problem}
        isPending={confirm.isPending}
        onCode={(kind, code) => confirm.mutate({ kind, code })}
        onPasskey={() => confirm.mutate(undefined)}
        onChoose={() => setProblem(undefined)}
        back={{ label: t('Cancel'), onClick: cancel }}
      />
    </Modal>
  );
}

/** The password of the signed-in person. The hidden username lets password managers find it. */
function PasswordProof(props: PasswordInputProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const session = queryClient.getQueryData(orpc.sessions.current.queryKey());
  return (
    <>
      <input
        hidden
        aria-hidden
        tabIndex={-1}
        readOnly
        autoComplete="username"
        value={session?.user.username ?? ''}
      />
      <PasswordInput
        {...props}
        label={t('Password')}
        autoComplete="current-password"
        maxLength={1000}
        required
        withAsterisk={false}
        data-autofocus
        visible={isShown}
        onVisibilityChange={setIsShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? t('Hide password') : t('Show password'),
          tabIndex: 0,
        }}
      />
    </>
  );
}
