import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { IdentityCard } from '../../identities/components/IdentityCard.tsx';
import { FailedLoginsCard } from '../../open-sessions/components/FailedLoginsCard.tsx';
import { OtherSessionsOffer } from '../../open-sessions/components/OtherSessionsOffer.tsx';
import { SessionsCard } from '../../open-sessions/components/SessionsCard.tsx';
import { OwnFactorCards } from '../components/OwnFactorCards.tsx';
import { useFactorsChanged } from '../hooks/use-factors-changed.ts';

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
