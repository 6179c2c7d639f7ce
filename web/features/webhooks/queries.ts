import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WebhookForm } from '#contract/webhooks.ts';
import { api, orpc } from '../../lib/api.ts';
import { byCursor } from '../../lib/by-cursor.ts';
import { useErrorText } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';

/** Deliveries are no events of the live stream: whoever looks at them asks. */
const WATCHED_EVERY_MS = 3000;

/** Every webhook, the newest first. */
export function useWebhooks() {
  return useQuery(orpc.webhooks.list.queryOptions({ refetchInterval: WATCHED_EVERY_MS }));
}

/** Deliveries to a webhook, the newest first, a page at a time. */
export function useDeliveries(id: string) {
  return useInfiniteQuery(
    orpc.webhooks.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, cursor }),
      ...byCursor,
      refetchInterval: WATCHED_EVERY_MS,
    }),
  );
}

/** One delivery with what was sent and answered. */
export function useDelivery(wanted: { webhookId: string; id: string }) {
  return useQuery(
    orpc.webhooks.delivery.queryOptions({ input: wanted, refetchInterval: WATCHED_EVERY_MS }),
  );
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: orpc.webhooks.key() });

type SaveInput = {
  /** The webhook to change; without it one is added. */
  id?: string;
  form: WebhookForm;
};

/** Adds a webhook or changes one; `onSaved` is called with the secret of a new one. */
export function useSaveWebhook(onSaved: (secret: string | undefined) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation({
    // A secret is not kept in memory beyond the dialog that shows it.
    gcTime: 0,
    mutationFn: async ({ id, form }: SaveInput) => {
      if (id === undefined) return (await api.webhooks.create(form)).secret;
      await api.webhooks.update({ id, ...form });
      return undefined;
    },
    onSuccess: (secret) => {
      if (secret === undefined) toastSuccess({ message: t('Webhook updated successfully') });
      onSaved(secret);
    },
    onError: (error) =>
      toastError({ message: errorText(error, t('The webhook could not be saved')) }),
    onSettled: refresh,
  });
}

/** Deletes a webhook. */
export function useRemoveWebhook() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.webhooks.remove.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('Webhook deleted successfully') }),
      onError: (error) =>
        toastError({ message: errorText(error, t('The webhook could not be deleted')) }),
      onSettled: refresh,
    }),
  );
}

/** Makes a new secret, and hands it on. */
export function useRotateSecret(onMade: (secret: string) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.webhooks.rotateSecret.mutationOptions({
      gcTime: 0,
      onSuccess: ({ secret }) => onMade(secret),
      onError: (error) =>
        toastError({ message: errorText(error, t('The secret could not be replaced')) }),
      onSettled: refresh,
    }),
  );
}

/** Sends a test event. */
export function useSendTest() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.webhooks.sendTest.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('The test event is on its way') }),
      onError: (error) =>
        toastError({ message: errorText(error, t('The test event could not be sent')) }),
      onSettled: refresh,
    }),
  );
}

/** Sends a delivery again. */
export function useResend() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.webhooks.resend.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('The event is on its way again') }),
      onError: (error) =>
        toastError({ message: errorText(error, t('The event could not be sent again')) }),
      onSettled: refresh,
    }),
  );
}
