import { expect } from '../support/test.ts';
import { press } from './admin-visits.ts';
import { patternOf, type Scene } from './rows.ts';

/** Checks that a table's columns are these, in this order; `after` stands for one without a name. */
export function hasColumns(...names: string[]): Scene {
  return async ({ page }) => {
    const headers = page.getByRole('columnheader').filter({ hasText: /\S/ });
    await expect(headers).toHaveText(names);
  };
}

/** Checks that something of a role and name is there. */
export function has(role: 'button' | 'img' | 'switch' | 'textbox', name: string | RegExp): Scene {
  return ({ page }) => expect(page.getByRole(role, { name }).first()).toBeVisible();
}

/** Fills the fields of the screen or of the dialog in front of it, and presses a button. */
export function fillIn(fields: Record<string, string>, button: string): Scene {
  return async ({ page }) => {
    for (const [label, text] of Object.entries(fields)) {
      await page.getByLabel(patternOf(label)).last().fill(text);
    }
    await press(page, button);
  };
}
