import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '#contract/approvals/schema.ts';
import { isCreditedBefore } from '#contract/transactions/warnings.ts';
import { ConfirmDuplicate } from '#web/features/transactions/components/ConfirmDuplicate.tsx';
import { useCan } from '#web/lib/session/permissions.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useCurrentRow } from '../../transactions/hooks/use-current-row.ts';
import { approvedRequestId, obstacleTexts } from '../model.ts';
import { useConfirmApproval, useRefuseApproval, useWithdrawApproval } from '../queries.ts';

type ActionsProps = { approval: Approval; onDone?: () => void };

/** The buttons of a waiting request: the reader confirms or rejects it, or takes back an own one. */
export function ApprovalActions({ approval, onDone }: ActionsProps) {
  const { t } = useTranslation();
  const { obstacle, isOwn } = approval;
  const canConfirm = useCan('approvals:confirm');
  if (isOwn) return <WithdrawAction approval={approval} onDone={onDone} />;
  if (obstacle !== null) return <StateAlert state="hint">{obstacleTexts(t)[obstacle]}</StateAlert>;
  if (!canConfirm) return null;
  return <DecideActions approval={approval} onDone={onDone} />;
}

function WithdrawAction({ approval, onDone }: ActionsProps) {
  const { t } = useTranslation();
  const withdraw = useWithdrawApproval(onDone);
  return (
    <>
      <StateAlert state="hint">{obstacleTexts(t).maker}</StateAlert>
      <Group justify="flex-end">
        <Button
          variant="default"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate({ id: approval.id })}
        >
          {t('Take back the request')}
        </Button>
      </Group>
    </>
  );
}

const MAX_REASON = 200;

function DecideActions({ approval, onDone }: ActionsProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [isComparing, setIsComparing] = useState(false);
  const { id } = approval;
  const requestId = approvedRequestId(approval);
  const request = useCurrentRow(requestId && { id: requestId }, true);
  const isLoading = requestId !== undefined && !request.details && !request.error;
  const isDuplicate = request.details && isCreditedBefore(request.details);
  const confirm = useConfirmApproval(onDone);
  const refuse = useRefuseApproval(onDone);
  return (
    <>
      <TextInput
        label={t('Reason for a rejection (optional)')}
        value={reason}
        maxLength={MAX_REASON}
        autoComplete="off"
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button
          variant="light"
          color={ACTION_COLORS.destroy}
          loading={refuse.isPending}
          disabled={confirm.isPending}
          onClick={() => refuse.mutate({ id, ...(reason.trim() !== '' && { reason }) })}
        >
          {t('Reject')}
        </Button>
        <Button
          color={ACTION_COLORS.approve}
          loading={confirm.isPending}
          disabled={refuse.isPending || isLoading}
          onClick={() => (isDuplicate ? setIsComparing(true) : confirm.mutate({ id }))}
        >
          {t('Confirm')}
        </Button>
      </Group>
      {request.details && (
        <ConfirmDuplicate
          rows={[request.details]}
          opened={isComparing}
          onClose={() => setIsComparing(false)}
          onConfirm={() => confirm.mutate({ id })}
        />
      )}
    </>
  );
}
