import { ActionIcon, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { IconBell } from '#web/ui/icons/IconBell.ts';
import { STATES } from '#web/ui/state/states.ts';
import { useNotifications } from '../queries.ts';
import classes from './NotificationBell.module.css';
import { NotificationPanel } from './NotificationPanel.tsx';

const MOST_SHOWN = 99;

/** Button with the number of unread notifications; opens the panel. */
export function NotificationBell() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { unreadCount } = useNotifications('all');
  useAppBadge(unreadCount);
  const [opened, panel] = useDisclosure(false);
  const badge = unreadCount > MOST_SHOWN ? '99+' : number(unreadCount);
  return (
    <>
      <Indicator
        label={badge}
        disabled={unreadCount === 0}
        color={STATES.failed.tone}
        size={18}
        offset={6}
        classNames={{ indicator: classes.badge }}
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-haspopup="dialog"
          aria-label={
            unreadCount > 0
              ? t('Notifications, {{count}} unread', { count: unreadCount })
              : t('Notifications')
          }
          onClick={panel.open}
        >
          <IconBell size={20} />
        </ActionIcon>
      </Indicator>
      <NotificationPanel opened={opened} onClose={panel.close} />
    </>
  );
}

/** Shows the number on the icon of the installed app, where the browser supports it, until logout. */
function useAppBadge(count: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Refused for pages that are not installed.
    navigator.setAppBadge(count).catch(() => {});
  }, [count]);
  useEffect(
    () => () => {
      if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => {});
    },
    [],
  );
}
