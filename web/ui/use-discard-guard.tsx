import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextTask } from '../lib/next-task.ts';
import { hasSessionHint } from '../lib/session.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Unsent = { isDirty: () => boolean; discard: () => void };

/**
 * Opens a question before unsent input is lost: when its dialog is closed, or another page is opened. Calls
 * `discard` when the person agrees.
 */
export function useDiscardGuard({ isDirty: isUnsaved, discard: onDiscard }: Unsent) {
  const { t } = useTranslation();
  const [discard, setDiscard] = useState<() => void>();
  const leaving = useBlocker({
    // Who is signed out leaves at once.
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
    /** Goes on with `act` at once when nothing would be lost, else when told to. */
    ask: (act: () => void) => {
      if (!isUnsaved()) return act();
      // The Escape that closes the dialog would else be heard by the question too.
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
