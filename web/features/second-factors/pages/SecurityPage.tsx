import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SessionsCard } from '../../open-sessions/components/SessionsCard.tsx';
import { OwnFactorCards } from '../components/OwnFactorCards.tsx';

/** The second factors and sessions of the signed-in person. */
export function SecurityPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        title={t('Security')}
        subtitle={t('A second factor protects your account if somebody learns your password.')}
      />
      <Stack gap="lg">
        <OwnFactorCards />
        <SessionsCard />
      </Stack>
    </>
  );
}
