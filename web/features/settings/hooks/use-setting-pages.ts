import { useTranslation } from 'react-i18next';
import { type Path, paths } from '#web/lib/page/paths.ts';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import { IconGauge } from '#web/ui/icons/IconGauge.ts';
import { IconKey } from '#web/ui/icons/IconKey.ts';
import { IconListCheck } from '#web/ui/icons/IconListCheck.ts';
import { IconPalette } from '#web/ui/icons/IconPalette.ts';
import { IconSettings } from '#web/ui/icons/IconSettings.ts';
import { IconShieldLock } from '#web/ui/icons/IconShieldLock.ts';
import { IconTextPlus } from '#web/ui/icons/IconTextPlus.ts';
import { IconUserShield } from '#web/ui/icons/IconUserShield.ts';
import { IconWebhook } from '#web/ui/icons/IconWebhook.ts';
import { useMayOpen } from '#web/ui/page/use-navigation.ts';
import { isDrawn, SETTING_CARDS } from '../model/cards.ts';
import {
  type HandWritten,
  SETTINGS,
  SETTINGS_GROUPS,
  type SettingsGroup,
  type SettingsSection,
} from '../model/groups.ts';

type SettingsPageLink = { to: Path; title: string; description: string; icon: Icon };

type SettingsSectionLink = { id: SettingsSection; title: string; page: SettingsPageLink };

/** The pages of the groups of settings. */
export function useGroupPages(): Record<SettingsGroup, SettingsPageLink> {
  const { t } = useTranslation();
  return {
    general: {
      to: paths.admin.settings,
      title: t('General'),
      description: t('Currency, support and installation details'),
      icon: IconSettings,
    },
    brand: {
      to: paths.admin.brandSettings,
      title: t('Brand'),
      description: t('Name, colour, logo and icon of the wallet'),
      icon: IconPalette,
    },
    limits: {
      to: paths.admin.limitSettings,
      title: t('Limits and verification'),
      description: t('Amounts, verification levels and documents'),
      icon: IconGauge,
    },
    requests: {
      to: paths.admin.requestSettings,
      title: t('Requests'),
      description: t('UTR, bank accounts, review and automatic approvals'),
      icon: IconListCheck,
    },
    reasons: {
      to: paths.admin.reasonSettings,
      title: t('Reasons'),
      description: t('Texts for rejections and balance adjustments'),
      icon: IconTextPlus,
    },
    security: {
      to: paths.admin.securitySettings,
      title: t('Security'),
      description: t('Identity, passwords, sessions and second factors of admins'),
      icon: IconShieldLock,
    },
  };
}

/** All pages of the settings that the administrator may open. */
export function useSettingPages(): SettingsPageLink[] {
  const { t } = useTranslation();
  const mayOpen = useMayOpen();
  const pages: SettingsPageLink[] = [
    ...Object.values(useGroupPages()),
    {
      to: paths.admin.approvalRules,
      title: t('Second approvals'),
      description: t('Actions of one admin that another admin has to confirm'),
      icon: IconUserShield,
    },
    {
      to: paths.admin.webhooks,
      title: t('Webhooks'),
      description: t('Tell your own systems what happens in the wallet'),
      icon: IconWebhook,
    },
    {
      to: paths.admin.apiKeys,
      title: t('API keys'),
      description: t('Keys for programs that act for an admin'),
      icon: IconKey,
    },
  ];
  return pages.filter(({ to }) => mayOpen(to));
}

/** The sections of the settings with their pages. */
export function useSettingSections(): SettingsSectionLink[] {
  const { t } = useTranslation();
  const pages = useGroupPages();
  const titles = useSectionTitles();
  const titleOf = (id: SettingsSection) =>
    isDrawn(id) ? t(SETTING_CARDS[id].titleKey) : titles[id];
  return SETTINGS_GROUPS.flatMap((group) =>
    SETTINGS[group].map((id) => ({ id, title: titleOf(id), page: pages[group] })),
  );
}

/** The titles of the hand-written cards. */
function useSectionTitles(): Record<HandWritten<SettingsSection>, string> {
  const { t } = useTranslation();
  return {
    currency: t('Currency settings'),
    support: t('Support and processing time'),
    installation: t('Installation'),
    'failed-mails': t('Emails that were not sent'),
    brand: t('Name and colour'),
    images: t('Logo and icon'),
    levels: t('Limits by verification level'),
    rejection: t('Reasons for rejections'),
    adjustment: t('Reasons for adjustments'),
    factors: t('Second factor of admins'),
  };
}
