import { Button, type ButtonProps, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { approvedWithReceipt, isCreditedBefore } from '#contract/transactions/warnings.ts';
import { useSetting } from '#web/features/settings/queries.ts';
import { ConfirmDuplicate } from '#web/features/transactions/components/ConfirmDuplicate.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import { ConfirmWithoutReceipt } from '../../decision/components/ConfirmWithoutReceipt.tsx';
import type { useDecide } from '../../decision/hooks/use-decide.ts';
import { type Evidence, useReadyToDecide } from '../hooks/use-ready-to-decide.ts';
import classes from './Desk.module.css';
import { DeskReasons } from './DeskReasons.tsx';

/** Fields of a decision that shortcuts focus. */
export const FIELD_IDS = { source: 'desk-source', notes: 'desk-notes' };

type DecisionBarProps = {
  row: AdminTransaction;
  evidence: Evidence;
  decision: ReturnType<typeof useDecide>;
  /** Whether the reviewer has left the request with this id, although it is still drawn. */
  isLeft: (id: string) => boolean;
  onSkip: () => void;
};

/** A shortcut executes a decision that can be undone; otherwise it focuses the button, and Enter confirms. */
export function DecisionBar({ row, evidence, decision, isLeft, onSkip }: DecisionBarProps) {
  const { t } = useTranslation();
  const isOwn = row.userId === useSession().user.id;
  const canUndo = (useSetting('undoSeconds') ?? 0) > 0;
  const approveButton = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState(0);
  const [isListed, setIsListed] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const duplicates = approvedWithReceipt(row);
  const { form, sending, texts } = decision;
  const isBusy = decision.isPending || decision.isMade;
  const canDecide = useReadyToDecide(evidence) && !isBusy;
  const bar = useFocusOnError(form.error);
  const decide = (
    outcome: Decision,
    {
      reasonId = null,
      differentReason,
    }: { reasonId?: string | null; differentReason?: string } = {},
  ) => {
    if (isLeft(row.id)) return;
    decision.decide({
      decision: outcome,
      rows: [row],
      values: { ...form.values, reasonId },
      differentReason,
      ...(outcome === 'approved' &&
        duplicates.length > 0 && { confirmedDuplicateIds: duplicates.map(({ id }) => id) }),
    });
  };
  const approve = () => {
    if (isCreditedBefore(row)) setIsComparing(true);
    else if (evidence === 'missing') setIsConfirming(true);
    else decide('approved');
  };
  useShortcuts({
    approve: () => {
      if (!canDecide || isOwn) return;
      if (canUndo && evidence === 'shown') approve();
      else approveButton.current?.focus();
    },
    reject: () => {
      if (canDecide) setAsked(asked + 1);
    },
    note: () => document.getElementById(FIELD_IDS.notes)?.focus(),
    source: () => document.getElementById(FIELD_IDS.source)?.focus(),
  });
  const areReasonsOpen = isListed || asked > 0;
  return (
    <fieldset
      ref={bar}
      tabIndex={-1}
      aria-label={t('Decision')}
      className={classes.bar}
      onKeyDown={ignoreHeldEnter}
    >
      {form.error && (
        <StateAlert state="failed" role="alert">
          {form.error}
        </StateAlert>
      )}
      {isOwn && (
        <Text size="sm" c="dimmed">
          {t(errorTable.OWN_REQUEST.message)}
        </Text>
      )}
      <div className={classes.acts}>
        {areReasonsOpen && (
          <DeskReasons
            disabled={!canDecide}
            asked={asked}
            onChoose={(reasonId) => decide('rejected', { reasonId })}
          />
        )}
        <BarButton
          ref={approveButton}
          color={ACTION_COLORS.approve}
          loading={sending === 'approved'}
          isOff={isOwn || !canDecide}
          onClick={approve}
        >
          {texts.approved.title}
        </BarButton>
        <BarButton
          color={ACTION_COLORS.destroy}
          variant="light"
          loading={sending === 'rejected'}
          isOff={!canDecide}
          onClick={() => decide('rejected')}
        >
          {texts.rejected.title}
        </BarButton>
        <BarButton
          variant="default"
          isOff={isBusy}
          aria-expanded={areReasonsOpen}
          onClick={() => {
            setIsListed(!areReasonsOpen);
            setAsked(0);
          }}
        >
          {t('Reject with a reason')}
        </BarButton>
        <BarButton variant="default" isOff={isBusy} onClick={onSkip}>
          {t('Skip')}
        </BarButton>
      </div>
      <ConfirmWithoutReceipt
        opened={isConfirming}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => decide('approved')}
      />
      <ConfirmDuplicate
        rows={[row]}
        opened={isComparing}
        onClose={() => setIsComparing(false)}
        onConfirm={() => decide('approved')}
        onDifferent={(differentReason) => decide('approved', { differentReason })}
      />
    </fieldset>
  );
}

type BarButtonProps = ButtonProps & {
  ref?: React.Ref<HTMLButtonElement>;
  isOff: boolean;
  'aria-expanded'?: boolean;
  onClick: () => void;
};

/** A button that keeps the focus while inactive, unlike a disabled one. */
function BarButton({ isOff, onClick, ...props }: BarButtonProps) {
  return (
    <Button
      {...props}
      classNames={{ root: classes.act, label: classes.actLabel }}
      data-disabled={isOff || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    />
  );
}

/** While Enter is held down, browsers fire repeated clicks. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** Restores the focus after a failed decision: browsers remove it from a button that is loading. */
function useFocusOnError(error: ReactNode) {
  const element = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (error && document.activeElement === document.body) element.current?.focus();
  }, [error]);
  return element;
}
