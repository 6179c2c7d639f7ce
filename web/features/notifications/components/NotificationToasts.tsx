import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { logWarning } from '#web/lib/page/log.ts';
import { toastError, toastInfo, toastSuccess } from '#web/ui/toasts.ts';
import { useLiveEvents } from '../../events/use-live-events.ts';
import { useNotificationText } from '../hooks/use-notification-text.ts';
import { isOwnAct } from '../model/own-acts.ts';

const TOASTS: Record<string, typeof toastInfo> = { error: toastError, success: toastSuccess };

export function NotificationToasts() {
  const queryClient = useQueryClient();
  const textOf = useNotificationText();
  const show = async (id: string) => {
    const { rows } = await queryClient.fetchQuery({
      queryKey: ['newest-notifications', id],
      queryFn: () => api.notifications.list({ tab: 'all', limit: 5 }),
      gcTime: 0,
    });
    const notification = rows.find((row) => row.id === id);
    if (!notification || isOwnAct(notification)) return;
    const toast = TOASTS[notification.type] ?? toastInfo;
    toast(textOf(notification));
  };
  useLiveEvents((event) => {
    if (event.entity !== 'notification' || event.op !== 'insert') return;
    show(event.id).catch((error: unknown) => logWarning('A notification was not shown', error));
  });
  return null;
}
