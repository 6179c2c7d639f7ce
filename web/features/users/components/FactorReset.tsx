import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/users/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { IconShieldOff } from '#web/ui/icons/IconShieldOff.ts';
import { toastFailure } from '#web/ui/toasts.ts';
import classes from '../pages/UserPage.module.css';
import { useResetFactors } from '../queries.ts';

/** Removes the second factors of a person who has lost them, after a confirmation. */
export function FactorResetButton({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isOpen, dialog] = useDisclosure(false);
  const reset = useResetFactors();
  const textOf = (error: Error) => errorText(error, t('Failed to reset the second factors'));
  const close = () => {
    reset.reset();
    dialog.close();
  };
  const run = () =>
    reset.mutate(
      { userId: user.id },
      {
        onSuccess: close,
        onError: (error) => {
          if (errorCode(error) !== 'SECOND_APPROVAL_REQUIRED') return;
          close();
          toastFailure(error, { message: textOf(error) });
        },
      },
    );
  return (
    <>
      <Button
        variant="default"
        classNames={{ root: classes.act, label: classes.actLabel }}
        leftSection={<IconShieldOff size={16} />}
        onClick={dialog.open}
      >
        {t('Reset second factors')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title={t('Reset second factors')}
        message={t(
          'All second factors and recovery codes of {{username}} are removed, and their sessions end. Until they add new ones, the password alone protects the account. Check first that the request comes from this person.',
          { username: user.username },
        )}
        confirmLabel={t('Remove')}
        pendingLabel={t('Removing...')}
        pending={reset.isPending}
        error={reset.error && textOf(reset.error)}
        onConfirm={run}
        danger
      />
    </>
  );
}
