import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextTask } from '../lib/next-task.ts';
import { hasSessionHint } from '../lib/session.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before what was typed and not sent is lost: by closing its dialog, or by going to another page. */
export function useDiscardGuard(isUnsaved: () => boolean) {
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
