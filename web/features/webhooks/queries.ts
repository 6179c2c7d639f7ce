import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Webhook, WebhookForm } from '#contract/webhooks/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { confirmDelete } from '../../ui/dialog/confirm-delete.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { hostOf } from './model.ts';

/** Polling interval in milliseconds: deliveries have no live events. */
const WATCHED_EVERY_MS = 3000;

export function useWebhooks() {
  return useQuery(orpc.webhooks.list.queryOptions({ refetchInterval: WATCHED_EVERY_MS }));
}

/** Returns deliveries of a webhook, newest first, paginated. */
export function useDeliveries(id: string) {
  return useInfiniteQuery(
    orpc.webhooks.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, cursor }),
      ...byCursor,
      refetchInterval: WATCHED_EVERY_MS,
    }),
  );
}

export function useDelivery(wanted: { webhookId: string; id: string }) {
  return useQuery(
    orpc.webhooks.delivery.queryOptions({ input: wanted, refetchInterval: WATCHED_EVERY_MS }),
  );
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: orpc.webhooks.key() });

type SaveInput = {
  /** The webhook to update; if missing, a new one is created. */
  id?: string;
  form: WebhookForm;
};

/** Creates or updates a webhook. `onSaved` receives the secret of a new one. */
export function useSaveWebhook(onSaved: (secret: string | undefined) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation({
    // Removes the secret from memory when the dialog closes.
    gcTime: 0,
    mutationFn: async ({ id, form }: SaveInput) => {
      if (id === undefined) return (await api.webhooks.create(form)).secret;
      await api.webhooks.update({ id, ...form });
      return undefined;
    },
    onSuccess: onSaved,
    onError: (error) =>
      toastError({ message: errorText(error, t('The webhook could not be saved')) }),
    onSettled: refresh,
  });
}

export function useDeleteWebhook(): (webhook: Webhook) => void {
  const { t } = useTranslation();
  return (webhook) =>
    confirmDelete({
      name: hostOf(webhook),
      message: t(
        'Are you sure you want to delete this webhook? Events waiting for it will not be sent.',
      ),
      remove: () => api.webhooks.remove({ id: webhook.id }),
      deleted: { message: t('Webhook deleted successfully') },
      failed: t('The webhook could not be deleted'),
      queryKey: orpc.webhooks.key(),
    });
}

/** Creates a new signing secret and passes it to `onMade`. */
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

export function useResend() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.webhooks.resend.mutationOptions({
      onError: (error) =>
        toastError({ message: errorText(error, t('The event could not be sent again')) }),
      onSettled: refresh,
    }),
  );
}
