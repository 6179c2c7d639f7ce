import { SimpleGrid, Stack } from '@mantine/core';
import { IconKey, IconUserShield, IconWebhook } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FAILED_MAILS_ID, paths } from '#web/lib/page/paths.ts';
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
import { SettingsIndex, type SettingsSection } from '../components/SettingsIndex.tsx';
import { StepUpCard } from '../components/StepUpCard.tsx';
import { TargetCard } from '../components/TargetCard.tsx';
import { UtrCard } from '../components/UtrCard.tsx';
import { useAddressedSection } from '../hooks/use-addressed-section.ts';
import classes from './SettingsPage.module.css';

type Section = SettingsSection & { card: ReactNode };

export function SettingsPage() {
  const { t } = useTranslation();
  const mayManage = useCan('settings:manage');
  const sections = useSections();
  const page = useRef<HTMLDivElement>(null);
  useAddressedSection(page);
  const facts: Section = {
    id: 'installation',
    title: t('Installation'),
    card: <InstallationCard />,
  };
  return (
    <>
      <PageHeader title={t('Settings')} subtitle={t('Currency, limits and installation details')} />
      <div ref={page} className={classes.page}>
        <SettingsIndex sections={[...sections, facts]} />
        <SimpleGrid
          cols={{ base: 1, xl: 2 }}
          spacing="lg"
          style={{ alignItems: 'start' }}
          data-in-order
        >
          <fieldset disabled={!mayManage} className={classes.cards}>
            <Stack gap="lg" data-in-order>
              {sections.map((section) => (
                <SectionCard key={section.id} section={section} />
              ))}
            </Stack>
          </fieldset>
          <Stack gap="lg" data-in-order>
            <SectionCard section={facts} />
            <div id={FAILED_MAILS_ID} className={classes.section}>
              <FailedMailsCard />
            </div>
            <OtherSettings />
          </Stack>
        </SimpleGrid>
      </div>
    </>
  );
}

function SectionCard({ section: { id, card } }: { section: Section }) {
  return (
    <div id={id} className={classes.section}>
      {card}
    </div>
  );
}

/** The cards that change settings, with the titles that they have. */
function useSections(): Section[] {
  const { t } = useTranslation();
  return [
    { id: 'brand', title: t('Name and colour'), card: <BrandCard /> },
    { id: 'images', title: t('Logo and icon'), card: <BrandImagesCard /> },
    { id: 'currency', title: t('Currency settings'), card: <CurrencyCard /> },
    { id: 'limits', title: t('Limits'), card: <LimitsCard /> },
    { id: 'levels', title: t('Limits by verification level'), card: <LevelLimitsCard /> },
    { id: 'utr', title: t('UTR of deposits'), card: <UtrCard /> },
    { id: 'accounts', title: t('New bank accounts'), card: <NewAccountCard /> },
    { id: 'documents', title: t('Verification documents'), card: <DocumentsCard /> },
    { id: 'review', title: t('Review of requests'), card: <ReviewCard /> },
    { id: 'automatic', title: t('Automatic approvals'), card: <AutoApprovalCard /> },
    { id: 'identity', title: t('Confirmation of identity'), card: <StepUpCard /> },
    { id: 'target', title: t('Target for decisions'), card: <TargetCard /> },
    { id: 'rejection', title: t('Reasons for rejections'), card: <ReasonsCard kind="rejection" /> },
    { id: 'adjustments', title: t('Balance adjustments'), card: <AdjustmentsCard /> },
    {
      id: 'adjustment',
      title: t('Reasons for adjustments'),
      card: <ReasonsCard kind="adjustment" />,
    },
    { id: 'passwords', title: t('Passwords of admins'), card: <PasswordsCard /> },
    { id: 'sessions', title: t('Duration of sessions'), card: <SessionLifetimesCard /> },
    { id: 'factors', title: t('Second factor of admins'), card: <AdminFactorCard /> },
    { id: 'support', title: t('Support and processing time'), card: <ServiceCard /> },
  ];
}

/** Links to settings on other pages. */
function OtherSettings() {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}
