import { ActionIcon, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWithRetries } from '#web/lib/api/load-with-retries.ts';
import { untilDataShown } from '#web/lib/api/until-data-shown.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { STATES } from '#web/ui/state/states.ts';
import { useNotifications } from '../queries.ts';
import classes from './NotificationBell.module.css';

const loadPanel = () => loadWithRetries(() => import('./NotificationPanel.tsx'));
/** Not needed before a click on the bell. */
const NotificationPanel = lazy(loadPanel);

const MOST_SHOWN = 99;

/** Button with the number of unread notifications; opens the panel. */
export function NotificationBell() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { unreadCount } = useNotifications('all');
  useAppBadge(unreadCount);
  const [opened, panel] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => void untilDataShown().then(loadPanel), []);
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
          onClick={() => {
            setWasOpened(true);
            panel.open();
          }}
        >
          <IconBell size={20} />
        </ActionIcon>
      </Indicator>
      {wasOpened && (
        <Suspense>
          <NotificationPanel opened={opened} onClose={panel.close} />
        </Suspense>
      )}
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
