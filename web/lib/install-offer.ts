import { createStore } from './store.ts';

/** What Chromium hands over when the app can be installed; not in TypeScript's library. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** What the browser has said about installing since the page was loaded. */
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

/** Keeps the browser's offer to install, which comes once and early, for when a person asks for it. */
export function captureInstallOffer(): void {
  change({ isInstalled: matchMedia('(display-mode: standalone)').matches });
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // The browser's own event of this name has these members.
    prompt = event as BeforeInstallPromptEvent;
    change({ hasPrompt: true, wasOffered: true });
  });
  window.addEventListener('appinstalled', () => {
    prompt = undefined;
    change({ hasPrompt: false, isInstalled: true });
  });
}

/** Calls `listener` when the offer changes. Returns the way to stop. */
export const onInstallOffer = offer.listen;

/** The offer as it stands; the same object until it changes. */
export const installOffer = offer.get;

/** Shows the browser's own prompt, which can be used once. Undefined when there is none. */
export async function promptInstall(): Promise<'accepted' | 'dismissed' | undefined> {
  const event = prompt;
  if (!event) return undefined;
  prompt = undefined;
  await event.prompt();
  const { outcome } = await event.userChoice;
  change({ hasPrompt: false });
  return outcome;
}
