import { type FocusEvent, useState } from 'react';

/**
 * Whether a pointer rests on a place or the focus is on a button or field in it, and the attributes by
 * which the place finds that out. A finger that has left the glass rests on nothing.
 */
export function useTouched() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return {
    isTouched: isPointed || isFocused,
    attributes: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches('a, button, input')),
      onBlur: () => setFocused(false),
    },
  };
}
