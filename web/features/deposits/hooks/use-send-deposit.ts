import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositForm } from '#contract/deposits/schema.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { type SendProgress, UploadCut } from '#web/lib/api/send-file.ts';
import { sendUpload } from '#web/lib/api/upload.ts';
import { paths } from '#web/lib/page/paths.ts';
import { toastSuccess } from '#web/ui/toasts.ts';
import { findReceived, OutcomeError } from '../../../lib/api/find-received.ts';

type Submission = { form: DepositForm; file: File };

/** State of a deposit being sent: upload progress, or a check after the connection was lost. */
export type Sending = { isChecking: boolean; progress: SendProgress };

type Callbacks = {
  /** Called when the server has confirmed the deposit. */
  onReceived: (deposit: OwnTransaction, file: File) => void;
  /** Called with an `OutcomeError` if a lost connection left no deposit, and with errors of the server. */
  onFailed: (error: unknown) => void;
};

/**
 * Sends a deposit with its receipt. If the connection is lost, checks whether the server received it. `cancel`
 * aborts the upload; during the check, it aborts the check.
 */
export function useSendDeposit({ onReceived, onFailed }: Callbacks) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [sending, setSending] = useState<Sending>();
  const controller = useRef<AbortController>(undefined);
  const isGone = useRef(false);
  const startStep = () => {
    controller.current = new AbortController();
    if (isGone.current) controller.current.abort();
    return controller.current.signal;
  };
  // Aborts on unmount, so that the confirmation does not open over another page.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      controller.current?.abort();
    };
  }, []);

  const send = async ({ form, file }: Submission) => {
    const progress = { sentBytes: 0, totalBytes: file.size };
    const onProgress = (progress: SendProgress) => setSending({ isChecking: false, progress });
    if (!onlineManager.isOnline()) throw new TypeError('Without a connection nothing is sent');
    onProgress(progress);
    try {
      return await sendUpload('requestDeposit', { form, file, signal: startStep(), onProgress });
    } catch (error) {
      if (!(error instanceof UploadCut)) throw error;
      setSending({ isChecking: true, progress });
      const { reason } = error;
      return await findReceived(form.requestKey, startStep()).catch((failure: unknown) => {
        const isCancelled = failure instanceof OutcomeError && reason === 'cancelled';
        throw isCancelled && failure.outcome === 'notReceived'
          ? new OutcomeError('cancelled')
          : failure;
      });
    }
  };
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (deposit, { file }) => {
      // The page of the form shows it instead.
      if (location.pathname !== paths.user.deposit)
        toastSuccess({
          title: t('Deposit Request Submitted'),
          message: t('Your deposit request has been submitted for review'),
        });
      onReceived(deposit, file);
      queryClient.removeQueries({ queryKey: orpc.paymentIntents.key() });
      return queryClient.invalidateQueries({ queryKey: orpc.transactions.key() });
    },
    onError: onFailed,
    onSettled: () => setSending(undefined),
  });
  return { sending, send: mutation.mutate, cancel: () => controller.current?.abort() };
}
