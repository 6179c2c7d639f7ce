import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#contract/webhooks/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { IconPlus } from '#web/ui/icons/IconPlus.ts';
import { EditDeleteButtons } from '#web/ui/page/EditDeleteButtons.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { QueryTable } from '#web/ui/table/QueryTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { RowLink } from '#web/ui/table/RowControls.tsx';
import { type ShowWaiting, useRowApprovals } from '../../approvals/components/RowApprovals.tsx';
import { SigningSecretDialog } from '../components/SigningSecretDialog.tsx';
import { WebhookDialog } from '../components/WebhookDialog.tsx';
import { WebhookStatus } from '../components/WebhookStatus.tsx';
import classes from '../components/Webhooks.module.css';
import { useWebhookEvents } from '../hooks/use-event-labels.ts';
import { findProblems, hostOf, initialForm } from '../model.ts';
import { useDeleteWebhook, useWebhooks } from '../queries.ts';

type Actions = (webhook: Webhook) => ReactNode;

export function WebhooksPage() {
  const { t } = useTranslation();
  const webhooks = useWebhooks();
  const events = useWebhookEvents();
  const dialog = useFormDialog({
    initialValues: (webhook?: Webhook) => initialForm(webhook, events),
    findProblems,
  });
  const deleteWebhook = useDeleteWebhook();
  const [secret, setSecret] = useState('');
  const mayManage = useCan('webhooks:manage');
  const { showWaiting, ...waiting } = useRowApprovals('webhook');
  const change: Actions = (webhook) => (
    <EditDeleteButtons
      name={hostOf(webhook)}
      onEdit={() => dialog.open(webhook)}
      onDelete={() => deleteWebhook(webhook)}
      main={<DeliveriesLink webhook={webhook} />}
    />
  );
  const actions: Actions = (webhook) =>
    mayManage ? change(webhook) : <DeliveriesLink webhook={webhook} />;
  return (
    <>
      <PageHeader
        title={t('Webhooks')}
        subtitle={t('Tell your own systems what happens in the wallet')}
        back={paths.admin.settings}
        actions={
          mayManage && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => dialog.open()}>
              {t('Add webhook')}
            </Button>
          )
        }
      />
      <QueryTable
        tableFrom={MANY_COLUMNS}
        isDialogOpen={dialog.isOpen || waiting.isDialogOpen || secret !== ''}
        query={webhooks}
        failed={t('Failed to load webhooks')}
        columns={useColumns(actions, showWaiting)}
        rowKey={(webhook) => webhook.id}
        card={(webhook) => (
          <WebhookCard
            webhook={webhook}
            actions={actions(webhook)}
            waiting={showWaiting(webhook.id)}
          />
        )}
        caption={t('Webhooks')}
        empty={
          <EmptyState
            picture="list"
            title={t('No webhooks yet')}
            description={t(
              'Add the address of a system that should be told about requests and decisions.',
            )}
          />
        }
      />
      {waiting.dialog}
      <WebhookDialog state={dialog} onSecret={setSecret} />
      <SigningSecretDialog secret={secret} onClose={() => setSecret('')} />
    </>
  );
}

function DeliveriesLink({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  return (
    <RowLink
      to={paths.admin.webhook(webhook.id)}
      label={t('Deliveries to {{host}}', { host: hostOf(webhook) })}
    >
      {t('Deliveries')}
    </RowLink>
  );
}

function useColumns(actions: Actions, showWaiting: ShowWaiting): Column<Webhook>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    { key: 'url', header: t('URL'), width: '40%', cell: (row) => <Address webhook={row} /> },
    { key: 'events', header: t('Events'), cell: ({ eventTypes }) => number(eventTypes.length) },
    {
      key: 'status',
      header: t('Status'),
      cell: (row) => (
        <Stack gap="xs" align="flex-start">
          <WebhookStatus webhook={row} />
          {showWaiting(row.id)}
        </Stack>
      ),
    },
    { key: 'pending', header: t('Waiting'), cell: ({ pending }) => number(pending) },
    { key: 'actions', header: t('Actions'), align: 'right', cell: actions },
  ];
}

function Address({ webhook: { url, description } }: { webhook: Webhook }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600} lineClamp={2} className={classes.address}>
        {url}
      </Text>
      {description && (
        <Text size="xs" c="dimmed" lineClamp={2} className={classes.address}>
          {description}
        </Text>
      )}
    </Stack>
  );
}

type WebhookCardProps = { webhook: Webhook; actions: ReactNode; waiting: ReactNode };

function WebhookCard({ webhook, actions, waiting }: WebhookCardProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Stack gap="xs">
      <Address webhook={webhook} />
      <Group gap="xs">
        <WebhookStatus webhook={webhook} />
        {webhook.pending > 0 && (
          <Text size="sm" c="dimmed">
            {t('Waiting: {{number}}', { number: number(webhook.pending) })}
          </Text>
        )}
      </Group>
      {waiting}
      {actions}
    </Stack>
  );
}
