/** Browser families with different ways to install an app. */
export type BrowserKind =
  | 'ios'
  | 'firefox'
  | 'samsung'
  | 'opera'
  | 'edge'
  | 'chrome'
  | 'safari'
  | 'other';

/** Detects the browser. An iPad reports itself as a Macintosh, but has more than one touch point. */
export function browserKind(userAgent: string, maxTouchPoints: number): BrowserKind {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return 'ios';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/SamsungBrowser\//.test(userAgent)) return 'samsung';
  if (/OPR\//.test(userAgent)) return 'opera';
  if (/Edg[A]?\//.test(userAgent)) return 'edge';
  if (/Chrome\//.test(userAgent)) return 'chrome';
  return /Safari\//.test(userAgent) ? 'safari' : 'other';
}

/** How to install: by the browser's prompt, by manual steps, or in another browser. */
export type InstallWay = 'prompt' | 'ios' | 'manual' | 'unsupported';

export type InstallFacts = {
  kind: BrowserKind;
  /** The browser's install prompt is available and unused. */
  hasPrompt: boolean;
  /** The browser has fired `beforeinstallprompt` since the page load. */
  wasOffered: boolean;
  isInstalled: boolean;
  isSecure: boolean;
};

/** Returns how to install the app; undefined if impossible or already installed. */
export function installWay(facts: InstallFacts): InstallWay | undefined {
  const { kind, hasPrompt, wasOffered, isInstalled, isSecure } = facts;
  if (isInstalled || !isSecure) return undefined;
  if (hasPrompt) return 'prompt';
  if (kind === 'ios') return 'ios';
  if (kind === 'firefox') return 'unsupported';
  if (kind === 'safari') return 'manual';
  // Other browsers fire an event if they can install; after a declined prompt their menu still can.
  return wasOffered ? 'manual' : undefined;
}
