import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositForm } from '#contract/deposits.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import { orpc } from '../../lib/api.ts';
import { type SendProgress, UploadCut } from '../../lib/send-file.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { sendUpload } from '../../lib/upload.ts';
import { findReceived, OutcomeError } from './find-received.ts';

type Submission = { form: DepositForm; file: File };

/** What becomes of a deposit that is being sent: its bytes, or the check after the connection was cut. */
export type Sending = { isChecking: boolean; progress: SendProgress };

type Callbacks = {
  /** Called once it is known that the server has the deposit. */
  onReceived: (deposit: OwnTransaction, file: File) => void;
  /** Called with an `OutcomeError` when a cut connection left it without a deposit, and with the server's refusals. */
  onFailed: (error: unknown) => void;
};

/**
 * Sends a deposit with its receipt. After a cut connection it looks the deposit up on the server.
 * `cancel` ends the upload, and after that the check.
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
  // A form that leaves the screen must not open the confirmation over another page.
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
      toastSuccess({
        title: t('Deposit Request Submitted'),
        message: t('Your deposit request has been submitted for review'),
      });
      onReceived(deposit, file);
      return queryClient.invalidateQueries({ queryKey: orpc.transactions.key() });
    },
    onError: onFailed,
    onSettled: () => setSending(undefined),
  });
  return { sending, send: mutation.mutate, cancel: () => controller.current?.abort() };
}
