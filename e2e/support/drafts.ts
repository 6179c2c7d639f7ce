import type { Page } from '@playwright/test';

/** Returns the typed input that the browser has stored. A form stores it after a pause in typing. */
export function listStoredDrafts<Draft extends { name: string }>(page: Page): Promise<Draft[]> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('wallet');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const all = opened.result.transaction('drafts').objectStore('drafts').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opened.result.close();
    return all.result;
  });
}
