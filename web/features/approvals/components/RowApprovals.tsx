import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '#contract/approvals/schema.ts';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { useRecordLabels } from '../../audit/use-record-labels.ts';
import { useWaitingOfKind } from '../queries.ts';
import { ApprovalDialog } from './ApprovalDialog.tsx';

/** Renders the waiting requests about the row with this id; null if there are none. */
export type ShowWaiting = (id: string) => ReactNode;

/** Returns how the rows of a list show their waiting requests, and the dialog that opens one. */
export function useRowApprovals(kind: ApprovalKind) {
  const { data } = useWaitingOfKind(kind);
  const viewed = useDialogTarget<Approval>();
  const showWaiting: ShowWaiting = (id) => {
    const approvals = data?.rows.filter(({ targetId }) => targetId === id) ?? [];
    if (approvals.length === 0) return null;
    return approvals.map((approval) => (
      <RowApproval key={approval.id} approval={approval} onView={() => viewed.open(approval)} />
    ));
  };
  return {
    showWaiting,
    isDialogOpen: viewed.isOpen,
    dialog: (
      <ApprovalDialog approval={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
    ),
  };
}

function RowApproval({ approval, onView }: { approval: Approval; onView: () => void }) {
  const { t } = useTranslation();
  const { actionText } = useRecordLabels();
  const { maker, action, obstacle } = approval;
  const name = maker ? (maker.username ?? t('Deleted user')) : t('Command line');
  return (
    <Stack gap="3xs" align="flex-start">
      <Text size="xs" fw={600}>
        {t('Waiting for a second approval')}
      </Text>
      <Text size="xs" c="dimmed">
        {actionText(action)}
      </Text>
      <Text size="xs" c="dimmed">
        {t('Requested by')}: {name}
      </Text>
      <Button
        size="compact-sm"
        variant={obstacle === null ? 'light' : 'default'}
        aria-label={t('View: {{action}}', { action: actionText(action) })}
        onClick={onView}
      >
        {t('View')}
      </Button>
    </Stack>
  );
}
