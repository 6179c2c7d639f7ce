import { useCallback, useState } from 'react';

/** The row that a dialog shows. Kept after closing, so that the dialog is not empty while it fades out. */
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
