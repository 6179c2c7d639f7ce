import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { useOverlay } from '#web/ui/dialog/use-overlay.ts';
import { IconDeviceDesktop } from '#web/ui/icons/IconDeviceDesktop.ts';
import { IconKeyboard } from '#web/ui/icons/IconKeyboard.ts';
import { IconLogout } from '#web/ui/icons/IconLogout.ts';
import { IconMoon } from '#web/ui/icons/IconMoon.ts';
import { IconSettings } from '#web/ui/icons/IconSettings.ts';
import { IconSun } from '#web/ui/icons/IconSun.ts';
import { useMayOpen, useNavigation } from '#web/ui/page/use-navigation.ts';
import { useSignOut } from '../../sessions/hooks/use-sign-out.ts';
import { useSettingPages, useSettingSections } from '../../settings/hooks/use-setting-pages.ts';
import type { Command } from '../model.ts';

const ICON = { size: 18 };

/** Commands that open the administrators' pages, in the order of the sidebar. */
export function usePageCommands(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const entries = [
    ...useNavigation('admin'),
    { to: paths.admin.settings, label: t('Settings'), icon: IconSettings },
  ];
  const permitted = entries.filter(({ to }) => mayOpen(to));
  return permitted.map(({ to, label, icon: PageIcon }) => ({
    key: `page:${to}`,
    label,
    icon: <PageIcon {...ICON} />,
    run: () => void navigate({ to }),
  }));
}

/** Commands that open the pages of the settings and their sections. */
export function useSettingCommands(): Command[] {
  const navigate = useNavigate();
  const pages = useSettingPages().map(({ to, title, description, icon: PageIcon }) => ({
    key: `settings:${to}`,
    label: title,
    description,
    icon: <PageIcon {...ICON} />,
    run: () => void navigate({ to }),
  }));
  const sections = useSettingSections().map(({ id, title, page }) => ({
    key: `settings:${id}`,
    label: title,
    description: page.title,
    icon: <page.icon {...ICON} />,
    run: () => void navigate({ to: page.to, hash: id }),
  }));
  return [...pages, ...sections];
}

export function useActionCommands(): Command[] {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const { setOverlay } = useOverlay();
  return [
    {
      key: 'action:light',
      label: t('Light theme'),
      icon: <IconSun {...ICON} />,
      run: () => setColorScheme('light'),
    },
    {
      key: 'action:dark',
      label: t('Dark theme'),
      icon: <IconMoon {...ICON} />,
      run: () => setColorScheme('dark'),
    },
    {
      key: 'action:system',
      label: t('System theme'),
      icon: <IconDeviceDesktop {...ICON} />,
      run: () => setColorScheme('auto'),
    },
    {
      key: 'action:shortcuts',
      label: t('Keyboard shortcuts'),
      icon: <IconKeyboard {...ICON} />,
      run: () => setOverlay('shortcuts'),
    },
    {
      key: 'action:logout',
      label: t('Logout'),
      icon: <IconLogout {...ICON} />,
      run: () => signOut.mutate(undefined),
    },
  ];
}
