import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#contract/sessions/schema.ts';
import type { ProofMethod } from '#web/lib/session/proof-methods.ts';
import { ProofForm } from '../../second-factors/components/ProofForm.tsx';
import { useSecondStep } from '../hooks/use-second-step.ts';

type SecondStepFormProps = {
  methods: ProofMethod[];
  onSignedIn: (session: SessionView) => void;
  /** Called when the second step is left or has expired. */
  onBack: () => void;
};

/** The second step of a login, after the password was right. */
export function SecondStepForm({ methods, onSignedIn, onBack }: SecondStepFormProps) {
  const { t } = useTranslation();
  const { problem, isPending, send, sendPasskey, clear } = useSecondStep({ onSignedIn, onBack });
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('Confirm that it is you')}
      </Title>
      <ProofForm
        methods={methods}
        problem={problem}
        isPending={isPending}
        onCode={send}
        onPasskey={sendPasskey}
        onChoose={clear}
        back={{ label: t('Back to the password'), onClick: onBack }}
      />
    </Stack>
  );
}
