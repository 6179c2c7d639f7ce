import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { OutcomeError } from '#web/lib/api/find-received.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { hashFile } from '#web/lib/files/photo.ts';
import { readAmount } from '#web/lib/i18n/typed-amount.ts';
import { sentSearch } from '#web/lib/lists/sent-search.ts';
import { storeDraftsOnScreen } from '#web/lib/session/saved-drafts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { toastError } from '#web/ui/toasts.ts';
import { findReceived, isKeyCancelled } from '../../../lib/api/find-received.ts';
import { useFilledIn, useOwnTransaction } from '../../transactions/hooks/use-filled-in.ts';
import { useLimitFailure } from '../../verification-limits/hooks/use-limit-failure.ts';
import {
  type DepositBounds,
  type DepositFields,
  depositContents,
  depositProblems,
  EMPTY_DEPOSIT,
  sameDeposit,
  toDepositForm,
} from '../model/deposit-form.ts';
import { findSameDeposit, rememberSent, type SentDeposit } from '../model/sent-deposits.ts';
import { useSendDeposit } from './use-send-deposit.ts';

/** Draft name of the deposit form. */
const DRAFT_KEY = 'deposit';

type Complete = DepositFields & { receipt: File };
/** A question whether to send a deposit again that equals an earlier one. */
type Question = { fields: Complete; earlier: SentDeposit };

type DepositOptions = {
  qrCodeId: string | undefined;
  bounds: DepositBounds;
  onSent: (deposit: OwnTransaction) => void;
};

/** State of the deposit form. Cleared only after the server has received the deposit. */
export function useDeposit({ qrCodeId, bounds, onSent }: DepositOptions) {
  const userId = useSession().user.id;
  const keys = useRequestKeys(DRAFT_KEY);
  const [question, setQuestion] = useState<Question>();
  const isHashing = useRef(false);
  const form = useCheckedForm({
    initialValues: EMPTY_DEPOSIT,
    findProblems: (fields) => depositProblems(fields, bounds),
    draftKey: DRAFT_KEY,
  });
  const earlier = useOwnTransaction(sentSearch(useSearch({ strict: false })).again);
  useFilledIn(form, earlier?.type === 'deposit' ? sameDeposit(earlier) : undefined);
  const finish = (made: OwnTransaction) => {
    // Deletes the draft and its key together. If the page is closed before that, the next visit still has the key,
    // finds the request and clears the form. With the key deleted first, the sent deposit would stand there again.
    form.start(EMPTY_DEPOSIT);
    keys.renew();
    onSent(made);
  };
  const showFailure = useDepositFailure(form.setError);
  const showLimit = useLimitFailure(() => form.setProblem('amount', 'aboveLimit'));
  const { sending, send, cancel } = useSendDeposit({
    onReceived: (made, receipt) => {
      finish(made);
      void remember(userId, { made, receipt });
    },
    onFailed: (error) => {
      if (isKeyCancelled(error)) keys.renew();
      showFailure(error);
      showLimit(error);
    },
  });
  useEarlierAttempt(keys.intent()?.key, { onReceived: finish, onCancelled: keys.renew });

  const sendNow = (fields: Complete) => {
    setQuestion(undefined);
    form.setError(undefined);
    const requestKey = keys.keyFor(depositContents(fields, qrCodeId));
    // Stores the request key: if the page is closed while sending, the key shows whether the server received the
    // request.
    storeDraftsOnScreen();
    send({ form: toDepositForm(fields, { qrCodeId, requestKey }), file: fields.receipt });
  };
  const submit = async ({ receipt, ...others }: DepositFields) => {
    if (!receipt || isHashing.current) return;
    const fields = { ...others, receipt };
    const { paise: amountPaise = 0 } = readAmount(fields.amount);
    isHashing.current = true;
    const receiptHash = await hashFile(receipt).finally(() => {
      isHashing.current = false;
    });
    const earlier = findSameDeposit(userId, { amountPaise, receiptHash });
    if (earlier) setQuestion({ fields, earlier });
    else sendNow(fields);
  };
  return {
    form,
    submit,
    sending,
    cancel,
    question,
    answer: (isSentAgain: boolean) => {
      if (isSentAgain && question) sendNow(question.fields);
      else setQuestion(undefined);
    },
  };
}

export type DepositState = ReturnType<typeof useDeposit>;

async function remember(
  userId: string,
  { made, receipt }: { made: OwnTransaction; receipt: File },
): Promise<void> {
  const { amountPaise, referenceId } = made;
  rememberSent(userId, { amountPaise, referenceId, receiptHash: await hashFile(receipt) });
}

type Outcomes = { onReceived: (deposit: OwnTransaction) => void; onCancelled: () => void };

/** Checks whether the server received a deposit that was being sent when the page was closed. */
function useEarlierAttempt(requestKey: string | undefined, outcomes: Outcomes): void {
  const [earlierKey] = useState(requestKey);
  const receive = useEffectEvent(outcomes.onReceived);
  const renew = useEffectEvent(outcomes.onCancelled);
  useEffect(() => {
    if (!earlierKey) return;
    const controller = new AbortController();
    findReceived(earlierKey, controller.signal).then(receive, (error: unknown) => {
      // The draft stays. If the outcome is unknown, its key stays, too.
      if (isKeyCancelled(error)) renew();
    });
    return () => controller.abort();
  }, [earlierKey]);
}

/**
 * Returns a function that shows why a deposit failed. `setError` receives the outcome of a deposit whose connection
 * was lost.
 */
function useDepositFailure(setError: (text: string) => void): (error: unknown) => void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const outcomes = {
    notReceived: t(
      'The connection was cut, and your request was not received. Check your connection and send it again.',
    ),
    cancelled: t('Sending was cancelled. Your request was not received.'),
    unknown: t(
      'We could not check whether your request was received. Send it again without changes: it will be counted only once.',
    ),
  };
  return (error) => {
    if (error instanceof OutcomeError) return setError(outcomes[error.outcome]);
    if (errorCode(error) === 'MISSING_SESSION')
      return toastError({
        title: t('Authentication Required'),
        message: t('Please log in to make a deposit'),
      });
    toastError({ message: errorText(error, t('Failed to submit deposit request')) });
  };
}
