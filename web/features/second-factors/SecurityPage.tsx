import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnFactors } from '#contract/second-factors/schema.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { IdentityCard } from '../identities/IdentityCard.tsx';
import { FailedLoginsCard } from '../open-sessions/components/FailedLoginsCard.tsx';
import { OtherSessionsOffer } from '../open-sessions/components/OtherSessionsOffer.tsx';
import { SessionsCard } from '../open-sessions/components/SessionsCard.tsx';
import { OwnFactorCards } from './components/OwnFactorCards.tsx';
import { useOwnFactors } from './queries.ts';

/** The second factors and sessions of the signed-in person. */
export function SecurityPage() {
  const { t } = useTranslation();
  const haveChanged = useFactorsChanged();
  return (
    <>
      <PageHeader
        title={t('Security')}
        subtitle={t('A second factor protects your account if somebody learns your password.')}
      />
      <Stack gap="lg" data-in-order>
        <OwnFactorCards />
        <IdentityCard />
        {haveChanged && <OtherSessionsOffer />}
        <SessionsCard />
        <FailedLoginsCard />
      </Stack>
    </>
  );
}

/** Returns whether second factors or recovery codes were added, removed or replaced since the page was opened. */
function useFactorsChanged(): boolean {
  const { data } = useOwnFactors();
  const [initial, setInitial] = useState<string>();
  const current = data && fingerprintOf(data);
  if (current !== undefined && initial === undefined) setInitial(current);
  return current !== undefined && initial !== undefined && current !== initial;
}

function fingerprintOf({ authenticator, passkeys, recoveryCodes }: OwnFactors): string {
  const ids = passkeys.map(({ id }) => id);
  return JSON.stringify([authenticator?.createdAt, ids, recoveryCodes?.createdAt]);
}
