import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadWithRetries } from '../../lib/load-with-retries.ts';
import { type Overlay, useOverlay } from './use-overlay.ts';

const CommandPalette = lazy(() => loadWithRetries(() => import('./CommandPalette.tsx')));
const ShortcutsDialog = lazy(() => loadWithRetries(() => import('./ShortcutsDialog.tsx')));

/** The command palette and the list of shortcuts, and the keys that call them up. */
export function AdminCommands() {
  const { overlay, setOverlay } = useOverlay();
  const wasOpened = useWasOpened(overlay);
  const close = () => setOverlay(undefined);
  const open = (wanted: Overlay) => {
    // A dialog in progress keeps the keyboard.
    if (!document.querySelector('[aria-modal="true"]')) setOverlay(wanted);
  };
  // Also from within a field: the palette is how one leaves it.
  useHotkeys([['mod+K', () => open('palette')]], []);
  const showShortcuts = () => open('shortcuts');
  // Whether the question mark needs Shift is up to the keyboard.
  useHotkeys([
    ['shift+?', showShortcuts, { preventDefault: false }],
    ['?', showShortcuts, { preventDefault: false }],
  ]);
  // Whoever signs in next in this tab starts with nothing open.
  useEffect(() => () => setOverlay(undefined), [setOverlay]);
  return (
    <Suspense>
      {wasOpened.palette && <CommandPalette opened={overlay === 'palette'} onClose={close} />}
      {wasOpened.shortcuts && <ShortcutsDialog opened={overlay === 'shortcuts'} onClose={close} />}
    </Suspense>
  );
}

/** Each overlay stays from its first opening on, so that it can fade when it closes. */
function useWasOpened(overlay: Overlay | undefined): Record<Overlay, boolean> {
  const [was, setWas] = useState({ palette: false, shortcuts: false });
  if (overlay && !was[overlay]) setWas({ ...was, [overlay]: true });
  return was;
}
