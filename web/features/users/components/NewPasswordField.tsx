import { Group, type PasswordInputProps, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Estimate } from '#contract/passwords/rules.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/users/rules.ts';
import { weaknessText } from '#web/lib/api/errors.ts';
import { STATES, type State } from '#web/ui/state/states.ts';
import {
  type Assessment,
  assess,
  loadEstimate,
  STRENGTHS,
  type Strength,
} from '../model/password-strength.ts';
import { NewPasswordInput } from './NewPasswordInput.tsx';

type NewPasswordFieldProps = PasswordInputProps & {
  value: string;
  username: string;
  /** By default the minimum length for everyone. */
  minLength?: number | undefined;
};

/** Field for a new password with a strength meter. */
export function NewPasswordField({
  username,
  minLength = MIN_PASSWORD_LENGTH,
  ...props
}: NewPasswordFieldProps) {
  const assessment = usePasswordStrength(props.value, { username, minLength });
  return (
    <Stack gap="xs">
      <NewPasswordInput {...props} />
      <div aria-live="polite">
        {assessment && <PasswordMeter {...assessment} minLength={minLength} />}
      </div>
    </Stack>
  );
}

const STEP = 100 / (STRENGTHS.length - 1);

function PasswordMeter({ strength, weakness, minLength }: Assessment & { minLength: number }) {
  const { t } = useTranslation();
  const level = useLevels()[strength];
  const { tone, icon: LevelIcon } = STATES[STATE_OF[strength]];
  return (
    <Stack gap="xs">
      <Progress
        value={Math.max(STEP / 2, STEP * STRENGTHS.indexOf(strength))}
        size="sm"
        color={tone}
        aria-hidden
      />
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <LevelIcon size={16} aria-hidden />
        <Text size="sm">{t('Password strength: {{level}}', { level })}</Text>
      </Group>
      {weakness && <Text size="sm">{weaknessText(t, weakness)}</Text>}
      {strength === 'short' && (
        <Text size="sm">{t('At least {{length}} characters', { length: minLength })}</Text>
      )}
    </Stack>
  );
}

const STATE_OF: Record<Strength, State> = {
  short: 'failed',
  refused: 'failed',
  weak: 'warning',
  fair: 'warning',
  good: 'done',
  strong: 'done',
};

function useLevels(): Record<Strength, string> {
  const { t } = useTranslation();
  return {
    short: t('Too short'),
    refused: t('Easy to guess'),
    weak: t('Weak'),
    fair: t('Fair'),
    good: t('Good'),
    strong: t('Strong'),
  };
}

/** Assesses a typed password. Undefined without a password, and until the dictionary is loaded. */
function usePasswordStrength(
  password: string,
  account: { username: string; minLength?: number },
): Assessment | undefined {
  const [estimate, setEstimate] = useState<{ run: Estimate }>();
  const isNeeded = password !== '' && !estimate;
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    // Without the dictionary there is no meter; the server checks the password anyway.
    loadEstimate().then(
      (run) => isMounted && setEstimate({ run }),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isNeeded]);
  return estimate && password !== '' ? assess(estimate.run, password, account) : undefined;
}
