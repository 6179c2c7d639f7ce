import type { Locator, Page } from '@playwright/test';
import { boxOf } from './test.ts';

/** The number of transactions that are completely visible without scrolling. */
export async function countVisible(page: Page, rows: Locator): Promise<number> {
  const bar = page.getByRole('navigation').filter({ visible: true }).last();
  const { height } = page.viewportSize() ?? { height: 0 };
  // Administrators have no bottom bar.
  const end = (await bar.count()) > 0 ? (await boxOf(bar)).y : 0;
  const bottom = end > height / 2 ? end : height;
  return rows.evaluateAll(
    (all, edge) => all.filter((row) => row.getBoundingClientRect().bottom <= edge).length,
    bottom,
  );
}

/** The smallest size in pixels of the texts in rows. Letters in a badge are short words in bold. */
export async function smallestText(rows: Locator): Promise<number> {
  const texts = rows.locator('a, button, p, time').filter({ hasText: /./ });
  const sizes = await texts.evaluateAll((all) =>
    all.map((text) => Number.parseFloat(getComputedStyle(text).fontSize)),
  );
  return Math.min(...sizes);
}
