import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import type { SupportState } from '#contract/support-messages/rules.ts';
import type { SupportForm } from '#contract/support-messages/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { useCan } from '../../lib/session/permissions.ts';
import { toastError } from '../../ui/toasts.ts';

/** Minimum duration in milliseconds, so that users notice that the message was sent. */
const SHORTEST_MS = 1000;
const OWN_PAGE_ROWS = 5;

const refresh = () => void queryClient.invalidateQueries({ queryKey: orpc.supportMessages.key() });

export function useSendMessage(onSent: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: async (form: SupportForm) => {
      const shown = new Promise((resolve) => setTimeout(resolve, SHORTEST_MS));
      await Promise.all([api.supportMessages.send(form), shown]);
    },
    onSuccess: onSent,
    onError: (error) =>
      toastError({
        message: errorText(error, t('Failed to send your message. Please try again.')),
      }),
    onSettled: refresh,
  });
}

/** Returns the user's messages, newest activity first. */
export function useOwnConversations() {
  return useInfiniteQuery(
    orpc.supportMessages.own.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: OWN_PAGE_ROWS }),
      ...byCursor,
    }),
  );
}

/** Returns the number of the user's messages with an unread answer. */
export function useUnreadAnswers() {
  return useQuery(orpc.supportMessages.unread.queryOptions());
}

export function useOwnConversation(id: string) {
  return useQuery(orpc.supportMessages.getOwn.queryOptions({ input: { id } }));
}

export function useReply(onSent: () => void) {
  return useMutation(
    orpc.supportMessages.reply.mutationOptions({
      onSuccess: onSent,
      onSettled: refresh,
    }),
  );
}

/** Fails silently: the answer stays unread, and is marked when the conversation is opened again. */
export function useMarkRead() {
  return useMutation(orpc.supportMessages.markRead.mutationOptions({ onSettled: refresh }));
}

/** Returns messages of users: those that wait the longest first, or the newest answer first. */
export function useConversations(state: SupportState) {
  return useInfiniteQuery(
    orpc.supportMessages.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ state, cursor }),
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
}

/** Returns the number of open messages; disabled without the permission. */
export function useMessageSummary() {
  const mayRead = useCan('messages:read');
  return useQuery(orpc.supportMessages.summary.queryOptions({ enabled: mayRead }));
}

export function useConversation(name: { userId: string; id: string }) {
  const input = { ...name, userId: name.userId as UserId }; // The id in the URL is unchecked; the server validates it.
  return useQuery(orpc.supportMessages.get.queryOptions({ input }));
}

export function useAnswer(onSent: () => void) {
  return useMutation(
    orpc.supportMessages.answer.mutationOptions({
      onSuccess: onSent,
      onSettled: refresh,
    }),
  );
}

export function useMarkAnswered() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.supportMessages.markAnswered.mutationOptions({
      onError: (error) =>
        toastError({ message: errorText(error, t('The message could not be changed')) }),
      onSettled: refresh,
    }),
  );
}
