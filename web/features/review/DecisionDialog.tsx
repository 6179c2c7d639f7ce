import { Button, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import type { DecisionResult } from '#contract/review.ts';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { errorCode, useErrorText } from '../../lib/errors.ts';
import { Amount } from '../../ui/Amount.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { STATES } from '../../ui/states.ts';
import { DetailsList } from '../transactions/DetailsList.tsx';
import { useCurrentRow } from '../transactions/use-current-row.ts';
import { NotesInput, ReasonSelect, SourceSelect } from './DecisionFields.tsx';
import classes from './ReviewPage.module.css';
import type { DecisionState } from './use-decision.ts';
import { useRequestFacts } from './use-request-facts.tsx';

/**
 * Asks for what goes with an approval or a rejection, of one request or many, and stays open, with what
 * was typed, when it fails. Of many it then says what became of each.
 */
export function DecisionDialog({ decision }: { decision: DecisionState }) {
  const { rows, texts, isOpen } = decision;
  const isMany = rows.length > 1;
  const { current, isGone } = useCurrentRow(isMany ? undefined : rows[0], isOpen);
  const error = useDecisionError(decision, current, isGone);
  const facts = useRequestFacts();
  const isReject = decision.decision === 'rejected';
  const isResult = isMany && decision.results !== undefined;
  const title = isMany ? texts.titleOfMany : texts.title;
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
        error={error.text}
        submitDisabled={error.isFinal}
        onSubmit={decision.submit}
        danger={isReject}
        focusSubmit={!isReject && !isMany}
        size={isMany ? 'lg' : 'md'}
      >
        {isMany && <Summary rows={rows} />}
        {current && <DetailsList details={facts(current)} />}
        {!isReject && rows[0]?.type === 'deposit' && <SourceSelect decision={decision} />}
        {isReject && <ReasonSelect decision={decision} />}
        <NotesInput decision={decision} purpose={decision.decision} />
      </FormDialog>
      <Results decision={decision} opened={isOpen && isResult} />
    </>
  );
}

/** What keeps the decision from being taken; final when trying again can't help. */
function useDecisionError(
  { error, results, texts, isPending, isOpen }: DecisionState,
  current: AdminTransaction | undefined,
  isGone: boolean,
) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  // The own decision is on its way, or has just closed the dialog: that is no news.
  if (isPending || !isOpen) return { text: undefined, isFinal: false };
  const reason = current && !isDecidable(current) ? toRefusal(current) : results?.[0]?.refusal;
  const code = errorCode(reason);
  if (isGone || code === 'TRANSACTION_NOT_FOUND') return { text: texts.invalid, isFinal: true };
  if (!reason && !error) return { text: undefined, isFinal: false };
  const unexpected = t('Failed to process your request. Please try again.');
  return {
    text: errorText(reason ?? error, unexpected),
    isFinal: code === 'ALREADY_DECIDED' || code === 'OWN_REQUEST',
  };
}

/** Why a request that was decided can't be decided again. */
function toRefusal({ status, decidedBy }: AdminTransaction) {
  // Rows of before decisions were recorded name no one; the specification's default label stands in.
  return { code: 'ALREADY_DECIDED', data: { status, decidedBy: decidedBy ?? 'admin' } };
}

function Summary({ rows }: { rows: AdminTransaction[] }) {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm" fw={600}>
        {t('{{count}} selected, {{total}}', {
          count: rows.length,
          total: formatRupees(rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0)),
        })}
      </Text>
      <Requests rows={rows} />
    </>
  );
}

/** What became of each of many requests. */
function Results({ decision, opened }: { decision: DecisionState; opened: boolean }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={decision.close}
      title={t('Results')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <Requests rows={decision.rows} decision={decision} />
        <Group justify="flex-end">
          <Button onClick={decision.close} data-autofocus>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type RequestsProps = { rows: AdminTransaction[]; decision?: DecisionState };

/** The requests, each with what became of it once that is known. */
function Requests({ rows, decision }: RequestsProps) {
  const { t } = useTranslation();
  const results = new Map<string, DecisionResult>(
    decision?.results?.map((result) => [result.id, result]),
  );
  return (
    <ScrollArea.Autosize
      mah="40vh"
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('Selected requests') }}
    >
      <Table verticalSpacing="2xs" className={classes.requests}>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>{row.userName}</Table.Td>
              <Table.Td ta="right">
                <Amount paise={row.amountPaise} />
              </Table.Td>
              {decision && (
                <Table.Td>
                  <Outcome decision={decision} result={results.get(row.id)} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

type OutcomeProps = { decision: DecisionState; result: DecisionResult | undefined };

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
