import type { Page } from '@playwright/test';

/** A control of a page: how it is found, and a name without what differs between rows. */
export interface Control {
  name: string;
  selector: string;
  /** Its place among the elements of the selector. */
  at: number;
  kind: 'click' | 'text';
}

export const LAYERS = '[role=dialog], [role=menu], [role=listbox], [role=alertdialog]';

/** Kinds of controls. Links open other screens, which are measured themselves. */
const CLICKED = [
  'button',
  'summary',
  '[role=tab]',
  'input[type=checkbox]',
  'input[type=radio]',
  '[role=combobox]',
].join(', ');
const TYPED = 'input[type=text], input[type=search], input:not([type]), textarea';
/** They end the session, or open a window of the system. */
const LEFT_OUT = /^(?:Logout|End |Print|Choose|Export|Download)/;
const MAX_CONTROLS = 25;

/** The browser reports no shorter interactions. */
export const SHORTEST_MS = 16;

declare global {
  interface Window {
    longestInteractionMs?: number;
  }
}

/** Runs in the page. Keeps the longest interaction since it was last taken. */
export function observeInteractions(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('interactionId' in entry) || !entry.interactionId) continue;
      window.longestInteractionMs = Math.max(window.longestInteractionMs ?? 0, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Returns the longest interaction since the last call, in milliseconds. */
export async function takeInteraction(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Two frames. A named function would need a helper of the compiler, which the page lacks.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    // Entries are delivered in a later task.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const longest = window.longestInteractionMs ?? 16;
    window.longestInteractionMs = 16;
    return longest;
  });
}

/** Returns the visible controls of a part of the page, one of those that differ only in what follows a colon or in digits. */
export async function listControls(page: Page, scope: string): Promise<Control[]> {
  const found: Control[] = [];
  for (const [kind, selector] of [
    ['click', `${scope} :is(${CLICKED})`],
    ['text', `${scope} :is(${TYPED})`],
  ] as const) {
    const names = await page.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        if (!element.checkVisibility()) return '';
        const field = element instanceof HTMLInputElement ? element : undefined;
        const label = field?.labels?.[0]?.textContent;
        const text = element.getAttribute('aria-label') ?? label ?? element.textContent ?? '';
        const role = element.getAttribute('role') ?? (field?.type || element.tagName.toLowerCase());
        return `${role} ${text.trim() || field?.placeholder || element.id}`;
      }),
    );
    for (const [at, full] of names.entries()) {
      const name = full
        .replace(/:.*$|\d+/g, '')
        .trim()
        .slice(0, 60);
      const isNew = name !== '' && !found.some((one) => one.name === name);
      if (isNew && !LEFT_OUT.test(name.replace(/^\S+ /, ''))) {
        found.push({ name, selector, at, kind });
      }
    }
  }
  return found.slice(0, MAX_CONTROLS);
}
