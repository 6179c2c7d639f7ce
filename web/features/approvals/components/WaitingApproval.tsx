import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Approval } from '#contract/approvals/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useRecordLabels } from '../../audit/use-record-labels.ts';
import { useWaitingApprovals } from '../queries.ts';
import { ApprovalActions } from './ApprovalActions.tsx';
import { ApprovalDialog } from './ApprovalDialog.tsx';

/** Requests for a second approval about a user, a transaction or another object; renders nothing if there are none. */
export function WaitingApproval({ targetId, mb }: { targetId: string; mb?: string }) {
  const { t } = useTranslation();
  const { actionText } = useRecordLabels();
  const { data } = useWaitingApprovals(targetId);
  const viewed = useDialogTarget<Approval>();
  const rows = data?.rows ?? [];
  return (
    <>
      {rows.length > 0 && (
        <StateAlert state="pending" title={t('Waiting for a second approval')} mb={mb}>
          <Stack gap="xs">
            {rows.map((approval) => (
              <Group key={approval.id} justify="space-between" gap="xs">
                <Text size="sm">{actionText(approval.action)}</Text>
                <Button
                  variant={approval.obstacle === null ? 'filled' : 'default'}
                  size="compact-sm"
                  onClick={() => viewed.open(approval)}
                >
                  {t('View')}
                </Button>
              </Group>
            ))}
          </Stack>
        </StateAlert>
      )}
      <ApprovalDialog approval={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
    </>
  );
}

/** Returns whether the approval of a request waits for a second one. */
export function useIsHeld(transactionId: string | undefined): boolean {
  const { data } = useWaitingApprovals(transactionId);
  return (data?.rows.length ?? 0) > 0;
}

/** The waiting approval of a deposit or withdrawal, next to its details; renders nothing if there is none. */
export function WaitingConfirmation({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { data } = useWaitingApprovals(transactionId);
  const [approval] = data?.rows ?? [];
  if (!approval) return null;
  const { maker, reason, expiresAt } = approval;
  return (
    <StateAlert state="pending" title={t('Waiting for a second approval')}>
      <Stack gap="xs">
        <Text size="sm">
          {t('Requested by')}: {maker ? (maker.username ?? t('Deleted user')) : t('Command line')}
        </Text>
        {reason !== null && (
          <Text size="sm">
            {t('Reason')}: {reason}
          </Text>
        )}
        <Text size="sm">
          {t('Expires')}: {dateTime(expiresAt)}
        </Text>
        <ApprovalActions key={approval.id} approval={approval} />
      </Stack>
    </StateAlert>
  );
}
