import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorProof } from '#contract/second-factors/schema.ts';
import type { SessionView } from '#contract/sessions/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { requestPasskey } from '#web/lib/session/passkeys.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.ts';
import { rememberSession } from '../queries.ts';

type SecondStepOptions = { onSignedIn: (session: SessionView) => void; onBack: () => void };

/** Finishes a login with a code or a passkey. */
export function useSecondStep({ onSignedIn, onBack }: SecondStepOptions) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string>();
  const finish = useMutation({
    mutationFn: async (proof: FactorProof | undefined) =>
      api.sessions.finishLogin(
        proof ?? {
          kind: 'passkey',
          answer: await requestPasskey(await api.sessions.secondStepPasskey()),
        },
      ),
    onMutate: () => setProblem(undefined),
    onSuccess: (session) => {
      rememberSession(session);
      onSignedIn(session);
      toastSuccess({ message: t('Logged in successfully') });
    },
    onError: (error) => {
      const text = errorText(error, t('The passkey was not used. Please try again.'));
      if (errorCode(error) !== 'SECOND_STEP_EXPIRED') return setProblem(text);
      toastError({ message: text });
      onBack();
    },
  });
  return {
    problem,
    isPending: finish.isPending,
    send: (kind: 'totp' | 'recoveryCode', code: string) => finish.mutate({ kind, code }),
    sendPasskey: () => finish.mutate(undefined),
    clear: () => setProblem(undefined),
  };
}
