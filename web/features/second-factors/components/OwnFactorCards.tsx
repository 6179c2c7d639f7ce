import { Paper, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { useOwnFactors } from '../queries.ts';
import { AuthenticatorCard } from './AuthenticatorCard.tsx';
import { AuthenticatorDialog, type Setup } from './AuthenticatorDialog.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { RecoveryCodesCard } from './RecoveryCodesCard.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

/** The second factors of the signed-in person. `onCodesSaved` is called when new recovery codes were shown. */
export function OwnFactorCards({ onCodesSaved }: { onCodesSaved?: () => void }) {
  const { t } = useTranslation();
  const factors = useOwnFactors();
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <>
      {factors.data && (
        <Stack gap="lg">
          <AuthenticatorCard factors={factors.data} onBegin={setSetup} />
          <PasskeysCard passkeys={factors.data.passkeys} onAdded={setCodes} />
          {factors.data.recoveryCodes && (
            <RecoveryCodesCard codes={factors.data.recoveryCodes} onMade={setCodes} />
          )}
        </Stack>
      )}
      {factors.isPending && <Skeleton height="10rem" />}
      {factors.isLoadingError && (
        <Paper withBorder>
          <ErrorState
            message={t('Failed to load your second factors')}
            error={factors.error}
            onRetry={() => void factors.refetch()}
          />
        </Paper>
      )}
      <AuthenticatorDialog
        setup={setup}
        onClose={() => setSetup(undefined)}
        onAdded={(recoveryCodes) => {
          setSetup(undefined);
          setCodes(recoveryCodes);
        }}
      />
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes([]);
          onCodesSaved?.();
        }}
      />
    </>
  );
}
