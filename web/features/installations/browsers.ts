/** The families of browsers that differ in how an app is installed. */
export type BrowserKind =
  | 'ios'
  | 'firefox'
  | 'samsung'
  | 'opera'
  | 'edge'
  | 'chrome'
  | 'safari'
  | 'other';

/** More than one touch point tells an iPad, which calls itself a Macintosh, from a Mac. */
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

/** What installing takes here: the browser's own prompt, steps that a person takes, or another browser. */
export type InstallWay = 'prompt' | 'ios' | 'manual' | 'unsupported';

export type InstallFacts = {
  kind: BrowserKind;
  /** The browser has handed over its own prompt, and it has not been used yet. */
  hasPrompt: boolean;
  /** The browser has offered to install at some time since the page was loaded. */
  wasOffered: boolean;
  isInstalled: boolean;
  isSecure: boolean;
};

/** How the app can be installed; undefined when it can't, or is installed already. */
export function installWay(facts: InstallFacts): InstallWay | undefined {
  const { kind, hasPrompt, wasOffered, isInstalled, isSecure } = facts;
  if (isInstalled || !isSecure) return undefined;
  if (hasPrompt) return 'prompt';
  if (kind === 'ios') return 'ios';
  if (kind === 'firefox') return 'unsupported';
  if (kind === 'safari') return 'manual';
  // The others offer it themselves where it is possible; an offer once turned down leaves their menu.
  return wasOffered ? 'manual' : undefined;
}
