import { type FocusEvent, useState } from 'react';

/** Ignores touch after the finger is lifted. */
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
