import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import type { DocumentKind } from '#contract/verifications/rules.ts';
import type { OwnVerification } from '#contract/verifications/schema.ts';
import { orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { sendUpload } from '../../lib/api/upload.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { useCan } from '../../lib/session/permissions.ts';
import { toastFailure } from '../../ui/toasts.ts';

export type VerificationTab = 'waiting' | 'ended';

/** Returns the user's documents and newest request. */
export function useOwnVerification() {
  return useQuery(orpc.verifications.current.queryOptions());
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: orpc.verifications.key() });

function remember(own: OwnVerification): void {
  queryClient.setQueryData(orpc.verifications.current.queryKey(), own);
}

type Upload = { file: File; kind: DocumentKind; number?: string };

export function useAddDocument(onAdded: () => void) {
  return useMutation({
    mutationFn: ({ file, ...form }: Upload) => sendUpload('addDocument', { form, file }),
    onSuccess: onAdded,
    onSettled: refresh,
  });
}

export function useRemoveDocument() {
  const errorText = useErrorText();
  const { t } = useTranslation();
  return useMutation(
    orpc.verifications.removeDocument.mutationOptions({
      onSuccess: remember,
      onError: (error) =>
        toastFailure(error, { message: errorText(error, t('The document could not be deleted')) }),
      onSettled: refresh,
    }),
  );
}

export function useSubmitVerification(onSent: () => void) {
  return useMutation(
    orpc.verifications.submit.mutationOptions({
      onSuccess: (own) => {
        remember(own);
        onSent();
      },
      onSettled: refresh,
    }),
  );
}

export function useWithdrawVerification() {
  const errorText = useErrorText();
  const { t } = useTranslation();
  return useMutation(
    orpc.verifications.withdraw.mutationOptions({
      onSuccess: remember,
      onError: (error) =>
        toastFailure(error, {
          message: errorText(error, t('The request could not be taken back')),
        }),
      onSettled: refresh,
    }),
  );
}

/** Returns requests of users: the waiting ones, oldest first, or the ended ones. */
export function useVerifications(tab: VerificationTab) {
  return useInfiniteQuery(
    orpc.verifications.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ tab, cursor }),
      ...byCursor,
    }),
  );
}

/** Returns the number of waiting requests; disabled without the permission. */
export function useVerificationSummary() {
  const mayRead = useCan('documents:read');
  return useQuery(orpc.verifications.summary.queryOptions({ enabled: mayRead }));
}

export function useVerification(name: { userId: string; id: string }) {
  const input = { ...name, userId: name.userId as UserId }; // The id in the URL is unchecked; the server validates it.
  return useQuery(orpc.verifications.get.queryOptions({ input }));
}

export function useDecideVerification(onDecided: () => void) {
  return useMutation(
    orpc.verifications.decide.mutationOptions({
      onSuccess: onDecided,
      onSettled: () => {
        refresh();
        void queryClient.invalidateQueries({ queryKey: orpc.users.key() });
      },
    }),
  );
}

export function useEraseDocuments() {
  const errorText = useErrorText();
  const { t } = useTranslation();
  return useMutation(
    orpc.verifications.eraseDocuments.mutationOptions({
      onError: (error) =>
        toastFailure(error, { message: errorText(error, t('The document could not be deleted')) }),
      onSettled: refresh,
    }),
  );
}
