import { describe, expect, it } from 'vitest';
import { browserKind, installWay } from './browsers.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15';

describe('browserKind', () => {
  it.each([
    [CHROME, 0, 'chrome'],
    [`${CHROME} Edg/140.0`, 0, 'edge'],
    [`${CHROME} OPR/120.0`, 0, 'opera'],
    ['Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0 Safari/537', 5, 'samsung'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'firefox'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile Safari/604.1', 5, 'ios'],
    [SAFARI, 0, 'safari'],
    [SAFARI, 5, 'ios'],
    ['curl/8.0', 0, 'other'],
  ])('detects the browser from %s', (userAgent, touchPoints, kind) => {
    expect(browserKind(userAgent, touchPoints)).toBe(kind);
  });
});

describe('installWay', () => {
  const facts = {
    kind: 'chrome' as const,
    hasPrompt: false,
    wasOffered: false,
    isInstalled: false,
    isSecure: true,
  };

  it('uses the install prompt, and the browser menu after the prompt was used', () => {
    expect(installWay(facts)).toBeUndefined();
    expect(installWay({ ...facts, hasPrompt: true, wasOffered: true })).toBe('prompt');
    expect(installWay({ ...facts, wasOffered: true })).toBe('manual');
  });

  it('returns manual steps for browsers without a prompt', () => {
    expect(installWay({ ...facts, kind: 'ios' })).toBe('ios');
    expect(installWay({ ...facts, kind: 'safari' })).toBe('manual');
    expect(installWay({ ...facts, kind: 'firefox' })).toBe('unsupported');
  });

  it('returns undefined if the app is installed, or over plain http', () => {
    expect(installWay({ ...facts, kind: 'ios', isInstalled: true })).toBeUndefined();
    expect(installWay({ ...facts, hasPrompt: true, isSecure: false })).toBeUndefined();
  });
});
