import { SimpleGrid, Stack } from '@mantine/core';
import { IconKey, IconWebhook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CurrencyCard } from './CurrencyCard.tsx';
import { InstallationCard } from './InstallationCard.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { ReasonsCard } from './ReasonsCard.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import { ServiceCard } from './ServiceCard.tsx';
import { TargetCard } from './TargetCard.tsx';
import { WayCard } from './WayCard.tsx';

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
          <WayCard
            title={t('Webhooks')}
            description={t('Tell your own systems what happens in the wallet')}
            to={paths.admin.webhooks}
            label={t('Manage webhooks')}
            icon={IconWebhook}
          />
          <WayCard
            title={t('API keys')}
            description={t(
              'A program that uses a key acts as the admin who created it, within the permissions of the key.',
            )}
            to={paths.admin.apiKeys}
            label={t('Manage API keys')}
            icon={IconKey}
          />
        </Stack>
      </SimpleGrid>
    </>
  );
}
