import { Button, Paper, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChecks } from '#web/ui/icons/IconChecks.ts';
import { IconTrash } from '#web/ui/icons/IconTrash.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { NotificationList } from './components/NotificationList.tsx';
import { type NotificationTab, useNotificationCommands, useNotifications } from './queries.ts';

export function NotificationsPage() {
  const { t } = useTranslation();
  const [tab, setTab] = useState<NotificationTab>('all');
  const { unreadCount } = useNotifications('all');
  const labels: Record<NotificationTab, string> = {
    all: t('All'),
    unread: t('Unread'),
    transactions: t('Transactions'),
    system: t('System'),
  };
  return (
    <>
      <PageHeader
        title={t('Notifications')}
        subtitle={unreadCount > 0 && t('({{count}} unread)', { count: unreadCount })}
        actions={<Actions />}
        hasLowActions
      />
      <Paper withBorder p={{ base: '3xs', sm: 'md' }}>
        <Tabs value={tab} onChange={(value) => setTab(toTab(value))} keepMounted={false}>
          <Tabs.List grow>
            {TABS.map((value) => (
              <Tabs.Tab key={value} value={value}>
                {labels[value]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {TABS.map((value) => (
            <Tabs.Panel key={value} value={value}>
              <TabContent tab={value} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Paper>
    </>
  );
}

const TABS: readonly NotificationTab[] = ['all', 'unread', 'transactions', 'system'];

function toTab(value: string | null): NotificationTab {
  return TABS.find((tab) => tab === value) ?? 'all';
}

function Actions() {
  const { t } = useTranslation();
  const { unreadCount, totalCount } = useNotifications('all');
  const commands = useNotificationCommands();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  return (
    <>
      {unreadCount > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={isWide && <IconChecks size={18} />}
          onClick={commands.readAll}
        >
          {t('Mark all as read')}
        </Button>
      )}
      {totalCount > 0 && (
        <Button
          variant="light"
          size="compact-sm"
          color={ACTION_COLORS.destroy}
          leftSection={isWide && <IconTrash size={18} />}
          onClick={commands.clear}
        >
          {t('Clear all')}
        </Button>
      )}
    </>
  );
}

function TabContent({ tab }: { tab: NotificationTab }) {
  const { t } = useTranslation();
  const emptyTexts: Record<NotificationTab, string> = {
    all: t('No notifications to show.'),
    unread: t("You're all caught up! No unread notifications."),
    transactions: t('No transaction notifications to show.'),
    system: t('No system notifications to show.'),
  };
  return (
    <NotificationList
      list={useNotifications(tab)}
      empty={
        <EmptyState
          picture="bell"
          title={t('No notifications found')}
          description={emptyTexts[tab]}
        />
      }
    />
  );
}
