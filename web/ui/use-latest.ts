import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function each time, which does what the newest would: whatever is given it is not drawn again for that. */
export function useLatest<Args extends unknown[]>(act: (...args: Args) => void) {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
