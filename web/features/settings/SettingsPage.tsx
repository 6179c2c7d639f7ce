import { SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ApiKeysCard } from '../api-keys/ApiKeysCard.tsx';
import { WebhooksCard } from '../webhooks/WebhooksCard.tsx';
import { CurrencyCard } from './CurrencyCard.tsx';
import { InstallationCard } from './InstallationCard.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { ReasonsCard } from './ReasonsCard.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import { ServiceCard } from './ServiceCard.tsx';
import { TargetCard } from './TargetCard.tsx';

/** General settings: the currency, limits, support, and facts about the installation. */
export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('Settings')} subtitle={t('Currency, limits and installation details')} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Stack gap="lg">
          <CurrencyCard />
          <LimitsCard />
          <ReviewCard />
          <TargetCard />
          <ReasonsCard />
          <ServiceCard />
        </Stack>
        <Stack gap="lg">
          <InstallationCard />
          <WebhooksCard />
          <ApiKeysCard />
        </Stack>
      </SimpleGrid>
    </>
  );
}
