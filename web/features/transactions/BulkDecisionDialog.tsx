import { Button, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { formatRupees } from '#contract/money.ts';
import type { AdminTransaction, DecisionResult } from '#contract/transactions.ts';
import { isErrorCode, useErrorText } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { ActionDialog } from '../../ui/ActionDialog.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { NotesInput, SourceSelect } from './DecisionFields.tsx';
import type { Decision } from './queries.ts';
import classes from './ReviewPage.module.css';
import { TransactionStatusBadge } from './TransactionStatusBadge.tsx';
import type { BulkDecision } from './use-bulk-decision.ts';

/** Asks before many requests are decided at once, then says what became of each. */
export function BulkDecisionDialog({ bulk }: { bulk: BulkDecision }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { number } = useFormat();
  const { target, results } = bulk;
  const rows = target?.rows ?? [];
  const isReject = target?.decision === 'reject';
  const title = isReject ? t('Reject selected') : t('Approve selected');
  const unexpected = t('Failed to process your request. Please try again.');
  return (
    <>
      <ActionDialog
        opened={bulk.isOpen && !results}
        onClose={bulk.close}
        title={title}
        submitLabel={title}
        pendingLabel={isReject ? t('Rejecting...') : t('Approving...')}
        pending={bulk.isPending}
        error={bulk.error ? errorText(bulk.error, unexpected) : undefined}
        onSubmit={bulk.submit}
        danger={isReject}
        size="lg"
      >
        <Text size="sm" fw={600}>
          {t('{{number}} selected, {{total}}', {
            number: number(rows.length),
            total: formatRupees(rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0)),
          })}
        </Text>
        <Requests rows={rows} />
        {!isReject && rows[0]?.type === 'deposit' && <SourceSelect form={bulk} />}
        <NotesInput form={bulk} isReject={isReject} />
      </ActionDialog>
      <Modal
        opened={bulk.isOpen && results !== undefined}
        onClose={bulk.close}
        title={t('Results')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Stack gap="md">
          <Requests rows={rows} results={results} decision={target?.decision} />
          <Group justify="flex-end">
            <Button onClick={bulk.close} data-autofocus>
              {t('Close')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

type RequestsProps = {
  rows: AdminTransaction[];
  results?: DecisionResult[];
  decision?: Decision;
};

/** The requests, each with what became of it once that is known. */
function Requests({ rows, results, decision }: RequestsProps) {
  const { t } = useTranslation();
  return (
    <ScrollArea.Autosize
      mah="40vh"
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('Selected requests') }}
    >
      <Table verticalSpacing={6} className={classes.requests}>
        <Table.Tbody>
          {rows.map((row) => {
            const result = results?.find(({ id }) => id === row.id);
            return (
              <Table.Tr key={row.id}>
                <Table.Td>{row.userName}</Table.Td>
                <Table.Td ta="right">
                  <Amount paise={row.amountPaise} />
                </Table.Td>
                {results && (
                  <Table.Td>
                    <Outcome result={result} decision={decision} />
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

type OutcomeProps = { result: DecisionResult | undefined; decision: Decision | undefined };

function Outcome({ result, decision }: OutcomeProps) {
  const outcomeText = useOutcomeText();
  if (result?.outcome === 'decided') {
    return <TransactionStatusBadge status={decision === 'reject' ? 'rejected' : 'approved'} />;
  }
  return (
    <Text size="sm" c="red">
      {outcomeText(result)}
    </Text>
  );
}

/** Says why a request was not decided. */
function useOutcomeText(): (result: DecisionResult | undefined) => string {
  const { t } = useTranslation();
  return (result) => {
    if (!result || result.outcome === 'notFound') {
      return t(errorTable.TRANSACTION_NOT_FOUND.message);
    }
    if (result.outcome === 'alreadyDecided') {
      const status = result.status === 'rejected' ? t('rejected') : t('approved');
      const decidedBy = result.decidedBy ?? 'admin';
      return t(errorTable.ALREADY_DECIDED.message, { status, decidedBy });
    }
    const code = result.code ?? '';
    return isErrorCode(code)
      ? t(errorTable[code].message)
      : t('Failed to process your request. Please try again.');
  };
}
