import { createContext, use, useEffect, useState } from 'react';

/** Reports to the dialog around a component whether another dialog covers it. */
export const Cover = createContext<(isCovered: boolean) => void>(() => {});

/** Escape closes the dialog on top only: Mantine would close those below it too. */
export function useCover(isOpen: boolean) {
  const [isCovered, setCovered] = useState(false);
  const cover = use(Cover);
  useEffect(() => {
    if (!isOpen) return;
    cover(true);
    return () => cover(false);
  }, [isOpen, cover]);
  return { isCovered, setCovered };
}
