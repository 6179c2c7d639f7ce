import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DEFAULT_DENSITY } from '#contract/profiles/rules.ts';
import type { ListLayout, ListLayoutChange } from '#contract/profiles/schema.ts';
import type { ListWithViews } from '#contract/saved-views/rules.ts';
import { orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useSession } from '../../lib/session/session.ts';
import { toastError } from '../toasts.ts';
import { changedLayout } from './changed-layout.ts';

const DEFAULT: ListLayout = { density: DEFAULT_DENSITY, hidden: {} };
const NONE: string[] = [];

/** Returns how the lists of this person look. Users, and the servers of the previous version, have no layout. */
export function useListLayout(): ListLayout {
  return useSession().listLayout ?? DEFAULT;
}

/** Returns the columns of a list that this person has hidden. */
export function useHiddenColumns(list: ListWithViews | undefined): string[] {
  const { hidden } = useListLayout();
  return (list && hidden[list]) ?? NONE;
}

/** Returns a function that changes the layout here, and stores it for the other devices. */
export function useSaveListLayout(): (change: ListLayoutChange) => void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const queryKey = orpc.sessions.current.queryKey();
  const { mutate } = useMutation(
    orpc.profiles.setListLayout.mutationOptions({
      // One after the other: the last choice counts.
      scope: { id: 'list-layout' },
      onMutate: (change) => {
        queryClient.setQueryData(
          queryKey,
          (session) =>
            session && {
              ...session,
              listLayout: changedLayout(session.listLayout ?? DEFAULT, change),
            },
        );
      },
      onError: (error) => {
        toastError({ message: errorText(error, t('Failed to save the layout of the lists')) });
        void queryClient.invalidateQueries({ queryKey });
      },
    }),
  );
  return mutate;
}
