import {
  ActionIcon,
  type MantineColorScheme,
  Menu,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { useSignOut } from '../sessions/use-sign-out.ts';

/** The menu under the avatar: who is signed in, the colours of the interface, and the way out. */
export function AvatarMenu() {
  const { t } = useTranslation();
  const { user, displayName, avatarUrl } = useSession();
  const signOut = useSignOut();
  const isAdmin = user.role === 'admin';
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon variant="transparent" size={40} radius="xl" aria-label={t('Account menu')}>
          <PersonAvatar name={displayName} url={avatarUrl} size={34} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={0} px="sm" py={6}>
          <Text fw={600} size="sm">
            {isAdmin ? t('Admin User') : t('User')}
          </Text>
          <Text c="dimmed" size="xs">
            {isAdmin ? 'admin@example.com' : 'user@example.com'}
          </Text>
        </Stack>
        <Menu.Divider />
        <ColorSchemeItems />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.6} />}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate(undefined)}
        >
          {t('Logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ColorSchemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choices: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
    { value: 'auto', label: t('System theme'), icon: IconDeviceDesktop },
    { value: 'light', label: t('Light theme'), icon: IconSun },
    { value: 'dark', label: t('Dark theme'), icon: IconMoon },
  ];
  return choices.map(({ value, label, icon: Icon }) => (
    <Menu.Item
      key={value}
      role="menuitemradio"
      aria-checked={colorScheme === value}
      leftSection={<Icon size={18} stroke={1.6} />}
      rightSection={colorScheme === value && <IconCheck size={16} aria-hidden />}
      onClick={() => setColorScheme(value)}
    >
      {label}
    </Menu.Item>
  ));
}
