import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextTask } from '../../lib/page/next-task.ts';
import { hasSessionHint } from '../../lib/session/session.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Unsent = { isDirty: () => boolean; discard: () => void };

/** Confirms before unsent input is lost on closing a dialog or navigating. Calls `discard` if the user confirms. */
export function useDiscardGuard({ isDirty: isUnsaved, discard: onDiscard }: Unsent) {
  const { t } = useTranslation();
  const [discard, setDiscard] = useState<() => void>();
  const leaving = useBlocker({
    // A signed-out user can leave without a confirmation.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && hasSessionHint() && isUnsaved(),
    enableBeforeUnload: false,
    disabled: !isUnsaved(),
    withResolver: true,
  });
  const isAsking = discard !== undefined || leaving.status === 'blocked';
  const answer = (isDiscarded: boolean) => {
    setDiscard(undefined);
    if (isDiscarded) onDiscard();
    if (isDiscarded) discard?.();
    if (isDiscarded) leaving.proceed?.();
    else leaving.reset?.();
  };
  return {
    isAsking,
    /** Runs `act` immediately if no input would be lost, otherwise after a confirmation. */
    ask: (act: () => void) => {
      if (!isUnsaved()) return act();
      // Delayed: the Escape key that closes the dialog would also close the confirmation.
      void nextTask().then(() => setDiscard(() => act));
    },
    question: (
      <ConfirmDialog
        opened={isAsking}
        onClose={() => answer(false)}
        title={t('Discard changes?')}
        message={t('What you typed has not been saved.')}
        confirmLabel={t('Discard')}
        onConfirm={() => answer(true)}
        danger
      />
    ),
  };
}
