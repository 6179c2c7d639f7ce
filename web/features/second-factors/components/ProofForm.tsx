import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseRecoveryCode, parseTotpCode } from '#contract/second-factors/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import type { ProofMethod } from '#web/lib/session/proof-methods.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { CodeInput } from './CodeInput.tsx';

type ProofFormProps = {
  methods: ProofMethod[];
  /** Why the last attempt failed. */
  problem: string | undefined;
  isPending: boolean;
  onCode: (kind: 'totp' | 'recoveryCode', code: string) => void;
  onPasskey: () => void;
  /** Called when the person chooses another method. */
  onChoose: () => void;
  back: { label: string; onClick: () => void };
};

/** Lets a person present a second factor: a code of the app, a passkey or a recovery code. */
export function ProofForm(props: ProofFormProps) {
  const { t } = useTranslation();
  const { methods, problem, isPending, back } = props;
  const [method, setMethod] = useState(methods[0] ?? 'recoveryCode');
  const texts: Record<ProofMethod, string> = {
    totp: t('Use the authenticator app'),
    passkey: t('Use a passkey'),
    recoveryCode: t('Use a recovery code'),
  };
  const choose = (next: ProofMethod) => {
    props.onChoose();
    setMethod(next);
  };
  return (
    <Stack gap="md">
      {problem && (
        <StateAlert state="failed" role="alert">
          {problem}
        </StateAlert>
      )}
      {method === 'totp' && (
        <CodeForm
          isPending={isPending}
          parse={parseTotpCode}
          onCode={(code) => props.onCode('totp', code)}
        >
          {(field) => <CodeInput size="md" {...field} />}
        </CodeForm>
      )}
      {method === 'recoveryCode' && (
        <CodeForm
          isPending={isPending}
          parse={parseRecoveryCode}
          onCode={(code) => props.onCode('recoveryCode', code)}
        >
          {(field) => <RecoveryCodeInput {...field} />}
        </CodeForm>
      )}
      {method === 'passkey' && (
        <>
          <Text size="sm">{t('Your device asks for your fingerprint, face or PIN.')}</Text>
          <Button size="md" fullWidth loading={isPending} onClick={props.onPasskey} data-autofocus>
            {t('Continue with the passkey')}
          </Button>
        </>
      )}
      <Stack gap="xs">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="default" onClick={() => choose(other)}>
              {texts[other]}
            </Button>
          ))}
        <Button variant="subtle" onClick={back.onClick}>
          {back.label}
        </Button>
      </Stack>
    </Stack>
  );
}

type Field = {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  error?: string | false;
  autoFocus: true;
  /** A dialog moves the focus here after it has opened. */
  'data-autofocus': true;
};

type CodeFormProps = {
  isPending: boolean;
  parse: (typed: string) => string | undefined;
  onCode: (code: string) => void;
  children: (field: Field) => ReactNode;
};

function CodeForm({ isPending, parse, onCode, children }: CodeFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = parse(typed);
    setIsWrong(code === undefined);
    if (code !== undefined && !isPending) onCode(code);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children({
          value: typed,
          onChange: (event) => {
            setTyped(event.currentTarget.value);
            setIsWrong(false);
          },
          error: isWrong && t(errorTable.SECOND_FACTOR_INCORRECT.message),
          autoFocus: true,
          'data-autofocus': true,
        })}
        <SubmitButton
          label={t('Continue')}
          pendingLabel={t('Checking...')}
          pending={isPending}
          size="md"
          fullWidth
        />
      </Stack>
    </form>
  );
}

function RecoveryCodeInput(field: Field) {
  const { t } = useTranslation();
  return (
    <TextInput
      {...field}
      label={t('Recovery code')}
      size="md"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      required
      withAsterisk={false}
    />
  );
}
