import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, orpc } from '../../lib/api.ts';
import { useErrorText } from '../../lib/errors.ts';
import { toastError } from '../../lib/toasts.ts';

/** What was removed at a moment: one notification, or all of them. */
export type Removal = { removedAt: string; isAll: boolean };

/** With all else of a person it is forgotten when they sign out. */
const KEY = ['removed-notifications'];

/** What was removed last in this tab, while undoing it is offered, and what undoes it. */
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
