import { Code, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { parseTotpCode } from '#contract/second-factors/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { QrCode } from '#web/ui/QrCode.tsx';
import { useCopy } from '#web/ui/use-copy.ts';
import { useConfirmAuthenticator } from '../queries.ts';
import classes from './AuthenticatorDialog.module.css';
import { CodeInput } from './CodeInput.tsx';
import { CopyButton } from './CopyButton.tsx';

export interface Setup {
  secret: string;
  uri: string;
}

type AuthenticatorDialogProps = {
  /** Undefined while the dialog is closed. */
  setup: Setup | undefined;
  onClose: () => void;
  onAdded: (recoveryCodes: string[]) => void;
};

const EMPTY = { code: '' };

/** Shows the QR code of a new authenticator app, and activates the app with its first code. */
export function AuthenticatorDialog({ setup, onClose, onAdded }: AuthenticatorDialogProps) {
  const { t } = useTranslation();
  const form = useCheckedForm<typeof EMPTY, { code: true }>({
    initialValues: EMPTY,
    findProblems: ({ code }) => (parseTotpCode(code) ? {} : { code: true }),
  });
  const confirm = useConfirmAuthenticator(({ recoveryCodes }) => onAdded(recoveryCodes));
  const { start } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new setup starts with an empty form.
  useEffect(() => start(EMPTY), [setup]);
  return (
    <FormDialog
      opened={setup !== undefined}
      onClose={onClose}
      title={t('Add an authenticator app')}
      submitLabel={t('Activate')}
      pendingLabel={t('Checking...')}
      pending={confirm.isPending}
      failure={confirm.error}
      form={form}
      onSubmit={({ code }) => confirm.mutate({ code })}
    >
      {setup && <Instructions setup={setup} />}
      <CodeInput
        {...form.field('code')}
        description={t('The 6 digits that the app shows now')}
        error={form.problems.code && t(errorTable.AUTHENTICATOR_CODE_INCORRECT.message)}
        data-autofocus
      />
    </FormDialog>
  );
}

function Instructions({ setup: { secret, uri } }: { setup: Setup }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(
          'Scan this code with an authenticator app. If the app is on this device, enter the key instead.',
        )}
      </Text>
      <QrCode text={uri} label={t('QR code for the authenticator app')} />
      <Group gap="xs" justify="center" wrap="nowrap">
        <Code className={classes.secret} translate="no">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Code>
        <CopyButton label={t('Copy key')} onClick={() => void copy(secret, t('Key copied'))} />
      </Group>
    </Stack>
  );
}
