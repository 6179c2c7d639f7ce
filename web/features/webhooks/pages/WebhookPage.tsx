import { Button, Center, Loader, Paper, Stack, VisuallyHidden } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '#contract/webhooks/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { IconKey } from '#web/ui/icons/IconKey.ts';
import { IconSend } from '#web/ui/icons/IconSend.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useIsHeld, WaitingApproval } from '../../approvals/components/WaitingApproval.tsx';
import { DeliveryDialog } from '../components/DeliveryDialog.tsx';
import { DeliveryList } from '../components/DeliveryList.tsx';
import { SigningSecretDialog } from '../components/SigningSecretDialog.tsx';
import { WebhookStatus } from '../components/WebhookStatus.tsx';
import classes from '../components/Webhooks.module.css';
import { useRotateSecret, useSendTest, useWebhooks } from '../queries.ts';

export function WebhookPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { webhookId } = useParams({ from: '/_admin/admin/settings/webhooks/$webhookId' });
  const webhooks = useWebhooks();
  const webhook = webhooks.data?.find(({ id }) => id === webhookId);
  if (webhook) return <WebhookScreen webhook={webhook} />;
  return (
    <>
      <PageHeader title={t('Deliveries')} back={paths.admin.webhooks} />
      <Paper withBorder>
        {webhooks.isPending && (
          <Center py="xl" role="status">
            <Loader aria-hidden />
            <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
          </Center>
        )}
        {webhooks.isLoadingError && (
          <ErrorState
            message={errorText(webhooks.error, t('Failed to load webhooks'))}
            error={webhooks.error}
            onRetry={() => void webhooks.refetch()}
          />
        )}
        {webhooks.data && (
          <EmptyState
            picture="search"
            title={t('This webhook no longer exists. Please reload the list.')}
          />
        )}
      </Paper>
    </>
  );
}

function WebhookScreen({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const viewed = useDialogTarget<Delivery>();
  const mayManage = useCan('webhooks:manage');
  return (
    <>
      <PageHeader
        title={t('Deliveries')}
        subtitle={<span className={classes.address}>{webhook.url}</span>}
        back={paths.admin.webhooks}
        actions={mayManage && <Acts webhook={webhook} />}
      />
      <Stack gap="md">
        <WaitingApproval targetId={webhook.id} />
        <Condition webhook={webhook} />
        <DeliveryList webhook={webhook} onView={viewed.open} />
      </Stack>
      {viewed.target && (
        <DeliveryDialog
          webhook={webhook}
          id={viewed.target.id}
          opened={viewed.isOpen}
          onClose={viewed.close}
        />
      )}
    </>
  );
}

function Acts({ webhook: { id, isActive } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const test = useSendTest();
  const question = useDialogTarget<true>();
  const [secret, setSecret] = useState('');
  const rotate = useRotateSecret((made) => {
    question.close();
    setSecret(made);
  });
  return (
    <>
      <Button
        leftSection={<IconSend size={16} />}
        loading={test.isPending}
        disabled={!isActive}
        onClick={() => test.mutate({ id })}
      >
        {t('Send test event')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconKey size={16} />}
        onClick={() => question.open(true)}
      >
        {t('Replace secret')}
      </Button>
      <ConfirmDialog
        opened={question.isOpen}
        onClose={question.close}
        title={t('Replace secret')}
        message={t(
          'A new secret is created and shown once. The previous one works for another 24 hours.',
        )}
        confirmLabel={t('Replace secret')}
        pendingLabel={t('Updating...')}
        pending={rotate.isPending}
        onConfirm={() => rotate.mutate({ id })}
      />
      <SigningSecretDialog secret={secret} onClose={() => setSecret('')} />
    </>
  );
}

/** Warning about a disabled or failing webhook, if any. */
function Condition({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { isActive, stopReason, failingSince, previousSecretUntil } = webhook;
  const isHeld = useIsHeld(webhook.id) && stopReason === 'needs_approval';
  const stopped = {
    gone: t('It was switched off because the receiver reported that it no longer exists.'),
    failing: t('It was switched off because nothing had been delivered to it for three days.'),
    owner_deleted: t(
      'It was suspended because the admin who set it up was deleted. If you still need it, set it to active again.',
    ),
    owner_demoted: t(
      'It was suspended because the person who set it up is no longer an admin. If you still need it, set it to active again.',
    ),
    owner_deactivated: t(
      'It was suspended because the account of the admin who set it up was deactivated. If you still need it, switch it on again.',
    ),
    needs_approval: t('Waiting for a second approval'),
    not_approved: t(
      'It is switched off because the second approval was not given. Set it to active to ask for it again.',
    ),
  };
  return (
    <>
      <div>
        <WebhookStatus webhook={webhook} />
      </div>
      {stopReason && !isHeld && <StateAlert state="failed">{stopped[stopReason]}</StateAlert>}
      {isActive && failingSince && (
        <StateAlert state="warning">
          {t(
            'Nothing has been delivered since {{date}}. Waiting events are retried automatically.',
            {
              date: dateTime(failingSince),
            },
          )}
        </StateAlert>
      )}
      {previousSecretUntil && (
        <StateAlert state="hint">
          {t('The previous secret works until {{date}}.', {
            date: dateTime(previousSecretUntil),
          })}
        </StateAlert>
      )}
    </>
  );
}
