import {
  ActionIcon,
  Badge,
  type MantineColorScheme,
  Menu,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { emailPlaceholder } from '#contract/profiles/rules.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useOverlay } from '#web/ui/dialog/use-overlay.ts';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import { IconBuildingBank } from '#web/ui/icons/IconBuildingBank.ts';
import { IconDeviceDesktop } from '#web/ui/icons/IconDeviceDesktop.ts';
import { IconHeadset } from '#web/ui/icons/IconHeadset.ts';
import { IconKeyboard } from '#web/ui/icons/IconKeyboard.ts';
import { IconLogout } from '#web/ui/icons/IconLogout.ts';
import { IconMoon } from '#web/ui/icons/IconMoon.ts';
import { IconSettings } from '#web/ui/icons/IconSettings.ts';
import { IconShieldLock } from '#web/ui/icons/IconShieldLock.ts';
import { IconSun } from '#web/ui/icons/IconSun.ts';
import { IconUserEdit } from '#web/ui/icons/IconUserEdit.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { useSignOut } from '../../sessions/hooks/use-sign-out.ts';
import { useUnreadAnswers } from '../../support-messages/queries.ts';

/** User menu: username, colour scheme and logout. */
export function AvatarMenu() {
  const { t } = useTranslation();
  const { user, displayName, avatarUrl } = useSession();
  const signOut = useSignOut();
  const isAdmin = user.role === 'admin';
  return (
    <Menu position="bottom-end" width={230} floatingStrategy="fixed">
      <Menu.Target>
        <ActionIcon variant="transparent" size={40} radius="xl" aria-label={t('Account menu')}>
          <PersonAvatar name={displayName} url={avatarUrl} size={32} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} size="sm" c="var(--mantine-color-text)">
            {isAdmin ? t('Admin User') : t('User')}
          </Text>
          <Text size="xs">{emailPlaceholder(user.username)}</Text>
        </Menu.Label>
        <Menu.Divider />
        {isAdmin ? <AdminItems /> : <UserItems />}
        <Menu.Item
          component={Link}
          to={paths.user.security}
          leftSection={<IconShieldLock size={18} />}
        >
          {t('Security')}
        </Menu.Item>
        <Menu.Divider />
        <ColorSchemeItems />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} />}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate(undefined)}
        >
          {t('Logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function AdminItems() {
  const { t } = useTranslation();
  const { setOverlay } = useOverlay();
  return (
    <>
      <Menu.Item
        component={Link}
        to={paths.admin.settings}
        leftSection={<IconSettings size={18} />}
      >
        {t('Settings')}
      </Menu.Item>
      <Menu.Item leftSection={<IconKeyboard size={18} />} onClick={() => setOverlay('shortcuts')}>
        {t('Keyboard shortcuts')}
      </Menu.Item>
    </>
  );
}

function UserItems() {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item component={Link} to={paths.user.profile} leftSection={<IconUserEdit size={18} />}>
        {t('Edit Profile')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={paths.user.bankAccounts}
        leftSection={<IconBuildingBank size={18} />}
      >
        {t('Your Bank Accounts')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={paths.user.support}
        leftSection={<IconHeadset size={18} />}
        rightSection={<UnreadAnswers />}
      >
        {t('Contact Us')}
      </Menu.Item>
    </>
  );
}

function UnreadAnswers() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data } = useUnreadAnswers();
  if (!data || data.count === 0) return null;
  return (
    <Badge size="sm" variant="light">
      <span aria-hidden>{number(data.count)}</span>
      <VisuallyHidden>{t('({{count}} unread)', { count: data.count })}</VisuallyHidden>
    </Badge>
  );
}

function ColorSchemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choices: { value: MantineColorScheme; label: string; icon: Icon }[] = [
    { value: 'auto', label: t('System theme'), icon: IconDeviceDesktop },
    { value: 'light', label: t('Light theme'), icon: IconSun },
    { value: 'dark', label: t('Dark theme'), icon: IconMoon },
  ];
  const choose = (chosen: string) => {
    const choice = choices.find(({ value }) => value === chosen);
    if (choice) setColorScheme(choice.value);
  };
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose} aria-label={t('Theme')}>
      {choices.map(({ value, label, icon: ChoiceIcon }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          rightSection={<ChoiceIcon size={18} aria-hidden />}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
