import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Approval } from '#contract/approvals/schema.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useRecordLabels } from '../../audit/hooks/use-record-labels.ts';
import { obstacleTexts } from '../model.ts';
import { useConfirmApproval, useWaitingApprovals } from '../queries.ts';
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

/** The waiting approval of a deposit or withdrawal, next to its details; renders nothing if there is none. */
export function WaitingConfirmation({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation();
  const { data } = useWaitingApprovals(transactionId);
  const mayConfirm = useCan('approvals:confirm');
  const [approval] = data?.rows ?? [];
  if (!approval) return null;
  const { maker, obstacle } = approval;
  return (
    <StateAlert state="pending" title={t('Waiting for a second approval')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t('Requested by')}: {maker ? (maker.username ?? t('Deleted user')) : t('Command line')}
        </Text>
        {obstacle !== null && <Text size="sm">{obstacleTexts(t)[obstacle]}</Text>}
        {obstacle === null && mayConfirm && <ConfirmButton approval={approval} />}
      </Stack>
    </StateAlert>
  );
}

function ConfirmButton({ approval: { id } }: { approval: Approval }) {
  const { t } = useTranslation();
  const confirm = useConfirmApproval();
  return (
    <Button
      color={ACTION_COLORS.approve}
      loading={confirm.isPending}
      onClick={() => confirm.mutate({ id })}
    >
      {t('Confirm')}
    </Button>
  );
}
