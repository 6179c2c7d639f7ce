import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Approval } from '#contract/approvals/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { isErrorCode } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { Changes } from '../../audit/components/Changes.tsx';
import { useRecordLabels } from '../../audit/use-record-labels.ts';
import { BankEvidence } from '../../reconciliation/components/BankEvidence.tsx';
import { CurrentTransaction } from '../../transactions/admin/components/TransactionDetailsDialog.tsx';
import { type Detail, DetailsList } from '../../transactions/components/DetailsList.tsx';
import { approvedRequestId } from '../model.ts';
import { useApproval } from '../queries.ts';
import { ApprovalActions } from './ApprovalActions.tsx';
import { ApprovalBadge } from './ApprovalList.tsx';

type ApprovalDialogProps = {
  approval: Approval | undefined;
  opened: boolean;
  onClose: () => void;
};

/** Shows a request: its changes, its people, and the actions of the reader. */
export function ApprovalDialog({ approval, opened, onClose }: ApprovalDialogProps) {
  const { t } = useTranslation();
  const { data: current } = useApproval(opened ? approval?.id : undefined);
  const shown = current ?? approval;
  const requestId = shown && approvedRequestId(shown);
  return (
    <DetailsDialog
      opened={opened}
      onClose={onClose}
      title={t('Approval request')}
      size={requestId ? 'xl' : 'lg'}
    >
      {shown && (
        <Stack gap="md">
          <Facts approval={shown} />
          <Changes before={shown.before} after={shown.after} />
          {requestId && <CurrentTransaction row={{ id: requestId }} isShown={opened} />}
          {requestId && opened && shown.kind === 'deposit' && <BankEvidence id={requestId} />}
          {shown.state === 'waiting' && (
            <ApprovalActions key={shown.id} approval={shown} onDone={onClose} />
          )}
        </Stack>
      )}
    </DetailsDialog>
  );
}

function Facts({ approval }: { approval: Approval }) {
  return <DetailsList details={useFacts(approval)} />;
}

function useFacts(approval: Approval): Detail[] {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { actionText } = useRecordLabels();
  const { maker, concerned, amountPaise, reason, confirmations, needed } = approval;
  const nameOf = (person: { username: string | null }) => person.username ?? t('Deleted user');
  const facts: (Detail | false)[] = [
    { label: t('Action'), value: actionText(approval.action) },
    { label: t('Status'), value: <ApprovalBadge approval={approval} /> },
    amountPaise !== null && { label: t('Amount'), value: formatRupees(amountPaise) },
    concerned !== null && { label: t('Concerns'), value: nameOf(concerned) },
    approval.command === 'users.create' && { label: t('Username'), value: approval.targetId },
    { label: t('Requested by'), value: maker ? nameOf(maker) : t('Command line') },
    reason !== null && { label: t('Reason'), value: reason },
    { label: t('Date'), value: dateTime(approval.createdAt) },
    approval.state === 'waiting' && { label: t('Expires'), value: dateTime(approval.expiresAt) },
    {
      label: t('Confirmations'),
      value: [
        t('{{made}} of {{needed}}', {
          made: number(confirmations.length),
          needed: number(needed),
        }),
        ...confirmations.map(nameOf),
      ].join(' · '),
    },
    approval.endedAt !== null && { label: t('Ended'), value: dateTime(approval.endedAt) },
    approval.endedBy !== null && { label: t('Ended by'), value: nameOf(approval.endedBy) },
    approval.refusal !== null && { label: t('Reason'), value: approval.refusal },
    approval.failure !== null && { label: t('Reason'), value: failureText(t, approval.failure) },
  ];
  return facts.filter((fact) => fact !== false);
}

/** A request has the code of an error without its data. */
function failureText(t: ReturnType<typeof useTranslation>['t'], code: string): string {
  if (!isErrorCode(code)) return code;
  return t(errorTable[code].message, { skipInterpolation: true }).replace(/\{\{\w+\}\}/g, '…');
}
