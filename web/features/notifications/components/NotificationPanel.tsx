import { Badge, Button, CloseButton, Drawer, Group, Modal, ScrollArea, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { useNotificationCommands, useNotifications } from '../queries.ts';
import { NotificationList } from './NotificationList.tsx';
import classes from './NotificationPanel.module.css';

type NotificationPanelProps = { opened: boolean; onClose: () => void };

/** The newest notifications: a drawer on desktops, a dialog on phones. */
export function NotificationPanel({ opened, onClose }: NotificationPanelProps) {
  const { t } = useTranslation();
  return (
    <Frame opened={opened} onClose={onClose}>
      <Header onClose={onClose} />
      <ScrollArea flex={1} type="auto" className={classes.scroll}>
        <NotificationList
          list={useNotifications('all')}
          onOpen={onClose}
          empty={
            <EmptyState
              picture="bell"
              title={t('No notifications yet')}
              description={t('Your notifications will appear here')}
            />
          }
        />
      </ScrollArea>
      <Button
        component={Link}
        to={paths.user.notifications}
        variant="subtle"
        className={classes.all}
        onClick={onClose}
      >
        {t('View all')}
      </Button>
    </Frame>
  );
}

type FrameProps = NotificationPanelProps & { children: ReactNode };

function Frame({ opened, onClose, children }: FrameProps) {
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  const shared = {
    opened,
    onClose,
    padding: 0,
    radius: 'lg',
    withCloseButton: false,
    attributes: { content: { 'aria-label': t('Notifications') } },
    overlayProps: { backgroundOpacity: 0.45 },
  };
  if (!isWide) {
    return (
      <Modal
        {...shared}
        centered
        // Slow phones render the rows in the first frame of a transition, which shows nothing yet.
        transitionProps={{ duration: 0 }}
        classNames={{ content: classes.content, body: classes.body }}
      >
        {children}
      </Modal>
    );
  }
  return (
    <Drawer
      {...shared}
      position="right"
      offset="1rem"
      size="var(--panel-width)"
      classNames={{ root: classes.root, content: classes.content, body: classes.body }}
    >
      {children}
    </Drawer>
  );
}

function Header({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { unreadCount, totalCount } = useNotifications('all');
  const commands = useNotificationCommands();
  return (
    <Group className={classes.header} justify="space-between" gap="2xs">
      <Group gap="xs" wrap="nowrap">
        <Text component="h2" fw={650} fz="lg">
          {t('Notifications')}
        </Text>
        {unreadCount > 0 && (
          <Badge variant="filled" size="md" circle={unreadCount < 10} className={classes.count}>
            {number(unreadCount)}
          </Badge>
        )}
      </Group>
      <Group gap="3xs" wrap="nowrap" className={classes.commands}>
        {unreadCount > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={commands.readAll}>
            {t('Read')}
          </Button>
        )}
        {totalCount > 0 && (
          <Button
            variant="subtle"
            color={ACTION_COLORS.destroy}
            size="compact-sm"
            onClick={commands.clear}
          >
            {t('Clear', { context: 'notifications' })}
          </Button>
        )}
      </Group>
      <CloseButton className={classes.close} aria-label={t('Close')} onClick={onClose} />
    </Group>
  );
}
