import { createStore } from './store.ts';

/** Chromium's event for an installable app; missing in TypeScript's DOM library. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export type InstallOffer = { hasPrompt: boolean; wasOffered: boolean; isInstalled: boolean };

let prompt: BeforeInstallPromptEvent | undefined;
const offer = createStore<InstallOffer>({
  hasPrompt: false,
  wasOffered: false,
  isInstalled: false,
});

function change(part: Partial<InstallOffer>): void {
  offer.set({ ...offer.get(), ...part });
}

/** The event fires once and early; the prompt is shown on a later click. */
export function captureInstallOffer(): void {
  change({ isInstalled: matchMedia('(display-mode: standalone)').matches });
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // Safe cast: the browser's `beforeinstallprompt` event has these members.
    prompt = event as BeforeInstallPromptEvent;
    change({ hasPrompt: true, wasOffered: true });
  });
  window.addEventListener('appinstalled', () => {
    prompt = undefined;
    change({ hasPrompt: false, isInstalled: true });
  });
}

export const onInstallOffer = offer.listen;

export const installOffer = offer.get;

/** Works once. */
export async function promptInstall(): Promise<'accepted' | 'dismissed' | undefined> {
  const event = prompt;
  if (!event) return undefined;
  prompt = undefined;
  await event.prompt();
  const { outcome } = await event.userChoice;
  change({ hasPrompt: false });
  return outcome;
}
