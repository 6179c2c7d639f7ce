import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NOTIFICATION_TABS } from '#contract/notifications/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { logWarning } from '../../lib/page/log.ts';
import { useLastRemoval } from './hooks/use-last-removal.ts';
import {
  type Change,
  cleared,
  type NotificationPages,
  withAllRead,
  without,
  withRead,
} from './model/pages.ts';

export type NotificationTab = (typeof NOTIFICATION_TABS)[number];

export function notificationsQuery(tab: NotificationTab) {
  return orpc.notifications.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ tab, cursor }),
    ...byCursor,
  });
}

export function useNotifications(tab: NotificationTab) {
  const query = useInfiniteQuery(notificationsQuery(tab));
  const first = query.data?.pages[0];
  return {
    ...query,
    rows: query.data?.pages.flatMap((page) => page.rows) ?? [],
    unreadCount: first?.unreadCount ?? 0,
    totalCount: first?.totalCount ?? 0,
  };
}

type Command<Input, Output> = {
  send: (input: Input) => Promise<Output>;
  change: (input: Input) => Change;
  onDone?: (output: Output) => void;
};

/** Applies an optimistic update to every list, and rolls it back if the request fails. */
function useOptimistic<Input, Output>({ send, change, onDone }: Command<Input, Output>) {
  const queryClient = useQueryClient();
  const filter = { queryKey: orpc.notifications.list.key() };
  return useMutation({
    mutationFn: send,
    onMutate: async (input: Input) => {
      await queryClient.cancelQueries(filter);
      const before = queryClient.getQueriesData<NotificationPages>(filter);
      queryClient.setQueriesData<NotificationPages>(filter, (data) => data && change(input)(data));
      return before;
    },
    onSuccess: onDone,
    onError: (error, _input, before) => {
      for (const [key, data] of before ?? []) queryClient.setQueryData(key, data);
      logWarning('A change of notifications was taken back', error);
    },
    onSettled: () => queryClient.invalidateQueries(filter),
  });
}

export function useNotificationCommands() {
  const { offer } = useLastRemoval();
  const read = useOptimistic({
    send: (id: string) => api.notifications.markRead({ id }),
    change: (id) => (pages) => withRead(pages, id),
  });
  const readAll = useOptimistic({
    send: () => api.notifications.markAllRead(),
    change: () => withAllRead,
  });
  const remove = useOptimistic({
    send: (id: string) => api.notifications.remove({ id }),
    change: (id) => (pages) => without(pages, id),
    onDone: ({ removedAt }) => offer({ removedAt, isAll: false }),
  });
  const clear = useOptimistic({
    send: () => api.notifications.clear(),
    change: () => cleared,
    onDone: ({ removedAt }) => offer({ removedAt, isAll: true }),
  });
  return {
    read: (id: string) => read.mutate(id),
    readAll: () => readAll.mutate(),
    remove: (id: string) => remove.mutate(id),
    clear: () => clear.mutate(),
  };
}
