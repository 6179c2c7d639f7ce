import { type QueryKey, useMutation } from '@tanstack/react-query';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastSuccess } from '../toasts.ts';

type Change = { id: string; isActive: boolean };

type ActiveToggle = {
  /** Key of the query whose data is the list. */
  listKey: QueryKey;
  queryKey: QueryKey;
  update: (change: Change) => Promise<unknown>;
  updated?: string;
  onFailed: (error: Error) => void;
};

/** Activates or deactivates a row of a list with an optimistic update. */
export function useActiveToggle({ listKey, queryKey, update, updated, onFailed }: ActiveToggle) {
  const setActive = ({ id, isActive }: Change) =>
    queryClient.setQueryData<Change[]>(listKey, (rows) =>
      rows?.map((row) => (row.id === id ? { ...row, isActive } : row)),
    );
  return useMutation({
    mutationFn: update,
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: listKey });
      setActive(change);
    },
    onSuccess: () => {
      if (updated) toastSuccess({ message: updated });
    },
    onError: (error, { id, isActive }) => {
      // Rolls back this row only: others may have changed in the meantime.
      setActive({ id, isActive: !isActive });
      onFailed(error);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
}
