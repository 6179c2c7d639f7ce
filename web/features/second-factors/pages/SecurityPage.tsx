import { Box, Paper, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { SessionsCard } from '../../open-sessions/components/SessionsCard.tsx';
import { AuthenticatorCard } from '../components/AuthenticatorCard.tsx';
import { AuthenticatorDialog, type Setup } from '../components/AuthenticatorDialog.tsx';
import { PasskeysCard } from '../components/PasskeysCard.tsx';
import { RecoveryCodesCard } from '../components/RecoveryCodesCard.tsx';
import { RecoveryCodesDialog } from '../components/RecoveryCodesDialog.tsx';
import { useOwnFactors } from '../queries.ts';

/** The second factors and sessions of the signed-in person. */
export function SecurityPage() {
  const { t } = useTranslation();
  const factors = useOwnFactors();
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <>
      <PageHeader
        title={t('Security')}
        subtitle={t('A second factor protects your account if somebody learns your password.')}
      />
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
      <Box mt="lg">
        <SessionsCard />
      </Box>
      <AuthenticatorDialog
        setup={setup}
        onClose={() => setSetup(undefined)}
        onAdded={(recoveryCodes) => {
          setSetup(undefined);
          setCodes(recoveryCodes);
        }}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />
    </>
  );
}
