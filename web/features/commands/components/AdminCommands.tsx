import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { type Overlay, useOverlay } from '#web/ui/dialog/use-overlay.ts';

const CommandPalette = lazy(() => loadWithRetries(() => import('./CommandPalette.tsx')));
const ShortcutsDialog = lazy(() => loadWithRetries(() => import('./ShortcutsDialog.tsx')));

/** Command palette and shortcuts dialog, with their keyboard shortcuts. */
export function AdminCommands() {
  const { overlay, setOverlay } = useOverlay();
  const wasOpened = useWasOpened(overlay);
  const close = () => setOverlay(undefined);
  const open = (wanted: Overlay) => {
    // Shortcuts are disabled while a dialog is open.
    if (!document.querySelector('[aria-modal="true"]')) setOverlay(wanted);
  };
  // Also active inside text fields.
  useHotkeys([['mod+K', () => open('palette')]], []);
  const showShortcuts = () => open('shortcuts');
  // Whether "?" requires Shift depends on the keyboard layout.
  useHotkeys([
    ['shift+?', showShortcuts, { preventDefault: false }],
    ['?', showShortcuts, { preventDefault: false }],
  ]);
  // Closes the overlay on sign-out, so that it is not open for the next user.
  useEffect(() => () => setOverlay(undefined), [setOverlay]);
  return (
    <Suspense>
      {wasOpened.palette && <CommandPalette opened={overlay === 'palette'} onClose={close} />}
      {wasOpened.shortcuts && <ShortcutsDialog opened={overlay === 'shortcuts'} onClose={close} />}
    </Suspense>
  );
}

/** Returns whether each overlay was ever opened: it stays mounted for its closing transition. */
function useWasOpened(overlay: Overlay | undefined): Record<Overlay, boolean> {
  const [was, setWas] = useState({ palette: false, shortcuts: false });
  if (overlay && !was[overlay]) setWas({ ...was, [overlay]: true });
  return was;
}
