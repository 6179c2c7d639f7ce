import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, orpc } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { toastError } from '#web/ui/toasts.ts';

/** A removal that can be undone: one notification or all of them. */
export type Removal = { removedAt: string; isAll: boolean };

/** In the query cache, so that it is cleared on logout. */
const KEY = ['removed-notifications'];

/** Returns the last removal in this tab while it can be undone, and the undo function. */
export function useLastRemoval() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const { data: removal } = useQuery<Removal | null>({ queryKey: KEY, queryFn: skipToken });
  const offer = (next: Removal | null) => queryClient.setQueryData<Removal | null>(KEY, next);
  const restore = useMutation({
    mutationFn: ({ removedAt }: Removal) => api.notifications.restore({ removedAt }),
    onMutate: () => offer(null),
    onError: (error) => toastError({ message: errorText(error, t('Could not be undone')) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orpc.notifications.list.key() }),
  });
  return { removal, offer, undo: restore.mutate };
}
