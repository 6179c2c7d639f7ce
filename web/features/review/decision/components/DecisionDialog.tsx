import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecisionResult } from '#contract/review/schema.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/states.ts';
import { isCreditedBefore } from '#contract/transactions/warnings.ts';
import { BankEvidence } from '#web/features/reconciliation/components/BankEvidence.tsx';
import { ConfirmDuplicate } from '#web/features/transactions/components/ConfirmDuplicate.tsx';
import { DetailsList } from '#web/features/transactions/components/DetailsList.tsx';
import { RequestTable } from '#web/features/transactions/components/RequestTable.tsx';
import { RequestWarnings } from '#web/features/transactions/components/RequestWarnings.tsx';
import { useCurrentRow } from '#web/features/transactions/hooks/use-current-row.ts';
import { useFacts } from '#web/features/transactions/hooks/use-facts.tsx';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { STATES } from '#web/ui/state/states.ts';
import type { DecisionForm } from '../hooks/use-decide.ts';
import type { DecisionDialogState } from '../hooks/use-decision-dialog.ts';
import { DecisionFields } from './DecisionFields.tsx';
import { DecisionRequests } from './DecisionRequests.tsx';

type DecisionDialogProps = { decision: DecisionDialogState; type: TransactionType };

/**
 * Form to approve or reject one or more requests. On failure, stays open with its input; after a bulk decision,
 * shows the result of each request.
 */
export function DecisionDialog({ decision, type }: DecisionDialogProps) {
  const { rows, texts, isOpen } = decision;
  const isMany = rows.length > 1;
  const { current, isGone } = useCurrentRow(isMany ? undefined : rows[0], isOpen);
  const error = useFinalError(decision, current, isGone);
  const facts = useFacts('decision');
  const isReject = decision.decision === 'rejected';
  const isResult = isMany && decision.results !== undefined;
  const title = isMany ? texts.titleOfMany : texts.title;
  const [toConfirm, setToConfirm] = useState<DecisionForm>();
  const isDuplicate = !isReject && current !== undefined && isCreditedBefore(current);
  return (
    <>
      <FormDialog
        form={decision.form}
        opened={isOpen && !isResult}
        onClose={decision.close}
        title={title}
        submitLabel={title}
        pendingLabel={texts.pending}
        pending={decision.isPending}
        error={error}
        failure={null}
        submitDisabled={error !== undefined || (isMany && decision.chosen.length === 0)}
        onSubmit={(values) => (isDuplicate ? setToConfirm(values) : decision.submit(values))}
        danger={isReject}
        focusSubmit={!isReject && !isMany}
        size={isMany ? 'lg' : 'md'}
      >
        {isMany && <DecisionRequests decision={decision} />}
        {current && <RequestWarnings row={current} />}
        {current && <DetailsList details={facts(current)} />}
        {isOpen && current?.type === 'deposit' && <BankEvidence id={current.id} />}
        <DecisionFields decision={decision} type={type} outcome={decision.decision} />
      </FormDialog>
      <Results decision={decision} opened={isOpen && isResult} />
      {current && (
        <ConfirmDuplicate
          rows={[current]}
          opened={isOpen && toConfirm !== undefined}
          onClose={() => setToConfirm(undefined)}
          onConfirm={() => toConfirm && decision.submit(toConfirm, { shown: [current] })}
          onDifferent={(differentReason) =>
            toConfirm && decision.submit(toConfirm, { shown: [current], differentReason })
          }
        />
      )}
    </>
  );
}

/** Returns the error that blocks the decision for good: retrying cannot help. The form shows other errors. */
function useFinalError(
  { failure, texts, isPending, isOpen }: DecisionDialogState,
  current: AdminTransaction | undefined,
  isGone: boolean,
) {
  const errorText = useErrorText();
  // While the user's own decision is pending or the dialog is closed, a changed status is not an error.
  if (isPending || !isOpen) return undefined;
  const reason = current && !isDecidable(current) ? toRefusal(current) : failure;
  const code = errorCode(reason);
  if (isGone || code === 'TRANSACTION_NOT_FOUND') return texts.invalid;
  const isFinal =
    code === 'ALREADY_DECIDED' ||
    code === 'OWN_REQUEST' ||
    code === 'ACCOUNT_FROZEN' ||
    code === 'RECEIPT_REPLACED';
  return isFinal ? errorText(reason, texts.failed) : undefined;
}

/** Returns the error for a request that was already decided. */
function toRefusal(row: AdminTransaction) {
  // Requests decided before reviewers were recorded have no name; use the specification's default label.
  const { decidedBy } = row;
  const status = toShownStatus(row);
  return { code: 'ALREADY_DECIDED', data: { status, decidedBy: decidedBy ?? 'admin' } };
}

/** Results of a bulk decision, one for each request. */
function Results({ decision, opened }: { decision: DecisionDialogState; opened: boolean }) {
  const { t } = useTranslation();
  const results = new Map<string, DecisionResult>(
    decision.results?.map((result) => [result.id, result]),
  );
  return (
    <Modal
      opened={opened}
      onClose={decision.close}
      title={t('Results')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <RequestTable
          rows={decision.rows.filter(({ id }) => results.has(id))}
          label={t('Selected requests')}
          last={({ id }) => <Outcome decision={decision} result={results.get(id)} />}
        />
        <Group justify="flex-end">
          <Button onClick={decision.close} data-autofocus>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type OutcomeProps = { decision: DecisionDialogState; result: DecisionResult | undefined };

function Outcome({ decision, result }: OutcomeProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (result && !result.refusal) return <StateBadge state={decision.decision} />;
  const unexpected = t('Failed to process your request. Please try again.');
  return (
    <Text size="sm" c={STATES.failed.tone}>
      {errorText(result?.refusal, unexpected)}
    </Text>
  );
}
