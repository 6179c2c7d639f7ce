import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import type { TimelineKind } from '#contract/timelines/rules.ts';
import { orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { useFullPages } from '../../lib/lists/full-pages.ts';
import { toastError } from '../../ui/toasts.ts';

/** Returns a user's timeline, newest first, paginated. */
export function useTimeline(userId: UserId, kind: TimelineKind | 'all') {
  return useFullPages(
    useInfiniteQuery(
      orpc.timelines.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ userId, kind, cursor }),
        ...byCursor,
        placeholderData: keepPreviousData,
      }),
    ),
  );
}

const refreshTimelines = () =>
  void queryClient.invalidateQueries({ queryKey: orpc.timelines.key() });

export function useAddNote(onAdded: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.timelines.addNote.mutationOptions({
      onSuccess: onAdded,
      onError: (error) => toastError({ message: errorText(error, t('Failed to add note')) }),
      onSettled: refreshTimelines,
    }),
  );
}

/** Deletes a note that the administrator wrote. */
export function useRemoveNote() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.timelines.removeNote.mutationOptions({
      onError: (error) => toastError({ message: errorText(error, t('Failed to delete note')) }),
      onSettled: refreshTimelines,
    }),
  );
}
