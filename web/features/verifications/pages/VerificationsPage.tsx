import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { VerificationList } from '../components/VerificationList.tsx';

/** The queue of users whose documents wait for a check, and earlier decisions. */
export function VerificationsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        title={t('Verifications')}
        subtitle={t('Documents of users who ask for a verification level')}
      />
      <Stack gap="sm" data-in-order>
        <Title order={2} size="h4">
          {t('Waiting')}
        </Title>
        <VerificationList tab="waiting" />
        <Title order={2} size="h4" mt="md">
          {t('History')}
        </Title>
        <VerificationList tab="ended" />
      </Stack>
    </>
  );
}
