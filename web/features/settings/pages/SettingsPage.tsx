import { SimpleGrid, Stack } from '@mantine/core';
import { IconKey, IconUserShield, IconWebhook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { FailedMailsCard } from '../../mails/components/FailedMailsCard.tsx';
import { AdjustmentsCard } from '../components/AdjustmentsCard.tsx';
import { AdminFactorCard } from '../components/AdminFactorCard.tsx';
import { AutoApprovalCard } from '../components/AutoApprovalCard.tsx';
import { BrandCard } from '../components/BrandCard.tsx';
import { BrandImagesCard } from '../components/BrandImagesCard.tsx';
import { CurrencyCard } from '../components/CurrencyCard.tsx';
import { DocumentsCard } from '../components/DocumentsCard.tsx';
import { InstallationCard } from '../components/InstallationCard.tsx';
import { LevelLimitsCard } from '../components/LevelLimitsCard.tsx';
import { LimitsCard } from '../components/LimitsCard.tsx';
import { LinkCard } from '../components/LinkCard.tsx';
import { NewAccountCard } from '../components/NewAccountCard.tsx';
import { PasswordsCard } from '../components/PasswordsCard.tsx';
import { ReasonsCard } from '../components/ReasonsCard.tsx';
import { ReviewCard } from '../components/ReviewCard.tsx';
import { ServiceCard } from '../components/ServiceCard.tsx';
import { SessionLifetimesCard } from '../components/SessionLifetimesCard.tsx';
import { StepUpCard } from '../components/StepUpCard.tsx';
import { TargetCard } from '../components/TargetCard.tsx';
import { UtrCard } from '../components/UtrCard.tsx';
import classes from './SettingsPage.module.css';

export function SettingsPage() {
  const { t } = useTranslation();
  const mayManage = useCan('settings:manage');
  return (
    <>
      <PageHeader title={t('Settings')} subtitle={t('Currency, limits and installation details')} />
      <SimpleGrid
        cols={{ base: 1, lg: 2 }}
        spacing="lg"
        style={{ alignItems: 'start' }}
        data-in-order
      >
        <fieldset disabled={!mayManage} className={classes.cards}>
          <Stack gap="lg" data-in-order>
            <BrandCard />
            <BrandImagesCard />
            <CurrencyCard />
            <LimitsCard />
            <LevelLimitsCard />
            <UtrCard />
            <NewAccountCard />
            <DocumentsCard />
            <ReviewCard />
            <AutoApprovalCard />
            <StepUpCard />
            <TargetCard />
            <ReasonsCard kind="rejection" />
            <AdjustmentsCard />
            <ReasonsCard kind="adjustment" />
            <PasswordsCard />
            <SessionLifetimesCard />
            <AdminFactorCard />
            <ServiceCard />
          </Stack>
        </fieldset>
        <Stack gap="lg" data-in-order>
          <InstallationCard />
          <FailedMailsCard />
          <LinkCard
            title={t('Second approvals')}
            description={t('Actions of one admin that another admin has to confirm')}
            to={paths.admin.approvalRules}
            label={t('Rules for second approvals')}
            icon={IconUserShield}
          />
          <IfCan permission="webhooks:read">
            <LinkCard
              title={t('Webhooks')}
              description={t('Tell your own systems what happens in the wallet')}
              to={paths.admin.webhooks}
              label={t('Manage webhooks')}
              icon={IconWebhook}
            />
          </IfCan>
          <IfCan permission="api-keys:read">
            <LinkCard
              title={t('API keys')}
              description={t(
                'A program that uses a key acts as the admin who created it, within the permissions of the key.',
              )}
              to={paths.admin.apiKeys}
              label={t('Manage API keys')}
              icon={IconKey}
            />
          </IfCan>
        </Stack>
      </SimpleGrid>
    </>
  );
}
