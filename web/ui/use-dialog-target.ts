import { useCallback, useState } from 'react';

/** What a dialog is about; kept after closing, so that the dialog does not empty while it fades. */
export function useDialogTarget<Target>() {
  const [target, setTarget] = useState<Target>();
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback((next: Target) => {
    setTarget(next);
    setIsOpen(true);
  }, []);
  const close = useCallback(() => setIsOpen(false), []);
  return { target, isOpen, open, close };
}

export type DialogTarget<Target> = ReturnType<typeof useDialogTarget<Target>>;
