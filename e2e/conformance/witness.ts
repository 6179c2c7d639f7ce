import type { Locator, Page } from '@playwright/test';
import type { Section } from '../../scripts/sections.ts';
import { Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { patternOf } from '../support/texts.ts';
import type { Wallet } from '../support/wallet.ts';

/** A statement of the specification: its section, and its exact texts in single quotes, `{any}` for variable parts. */
type Statement = `${Section} ${string}`;

/** Visits screens and checks the specification's statements on them. */
export class Witness extends Person {
  readonly faults: string[] = [];

  /** Checks that the quoted texts are on the screen. */
  async sees(...statements: Statement[]): Promise<void> {
    for (const statement of statements) await this.check(statement);
    await this.closeMessages();
  }

  /** Checks a statement with `look`, and that the quoted texts are on the screen. */
  async finds(statement: Statement, look: () => Promise<void>): Promise<void> {
    await this.check(statement, look);
    await this.closeMessages();
  }

  /** A failed statement is recorded and must not hide the next one. */
  private async check(statement: Statement, look?: () => Promise<void>): Promise<void> {
    try {
      await look?.();
      const quotes = quotesOf(statement);
      if (!look) expect(quotes, 'what it quotes').not.toHaveLength(0);
      for (const text of quotes) {
        await expect(this.onScreen(text), `'${text}' is on the screen`).toBeVisible(WAIT);
      }
    } catch (error) {
      this.faults.push(`${statement}\n${error instanceof Error ? error.message : error}`);
    }
  }

  /** Every element with exactly this text, label or placeholder. */
  private onScreen(text: string): Locator {
    const { page } = this;
    const pattern = patternOf(text);
    return page
      .getByText(pattern)
      .or(page.getByLabel(pattern))
      .or(page.getByPlaceholder(pattern))
      .filter({ visible: true })
      .first();
  }

  /** Checks the columns of the table in order; columns without a name do not count. */
  async hasColumns(...names: string[]): Promise<void> {
    const headers = this.page.getByRole('columnheader').filter({ hasText: /\S/ });
    await expect(headers).toHaveText(names);
  }

  /** Opens a user's page from the list. */
  async view(username: string): Promise<void> {
    await this.openAnew(`/admin/users?search=${username}`, 'User Management');
    await this.page.getByRole('link', { name: `View ${username}` }).click();
    await expect(this.page.getByRole('heading', { name: 'User Profile' })).toBeVisible();
  }

  /** The entries of the main navigation and their addresses. */
  readEntries(): Promise<(string | null)[][]> {
    const navigation = this.page.getByRole('navigation', { name: 'Main navigation' });
    return navigation
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]));
  }

  async hasDisabled(button: string): Promise<void> {
    await expect(this.page.getByRole('button', { name: button })).toBeDisabled();
  }

  async has(role: 'button' | 'img' | 'switch', name: string): Promise<void> {
    await expect(this.page.getByRole(role, { name }).first()).toBeVisible();
  }
}

/** The screens have loaded: wait only briefly for missing elements. */
const WAIT = { timeout: 10_000 };

/** An apostrophe within a word does not end a quote. */
function quotesOf(statement: string): string[] {
  return [...statement.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, text = '']) => text);
}

/** Expected console errors: deliberate failures and wrong passwords. */
const FAILURES = [/status of [45]\d\d/, /net::ERR_FAILED/];

/** Declares the test of some screens. */
export function walk(
  screens: string,
  steps: (witness: Witness, wallet: Wallet) => Promise<void>,
): void {
  test(`${screens}: shows the texts of the specification`, async ({ wallet, openBrowser }) => {
    // Many screens.
    test.slow();
    const page: Page = await openBrowser({ tolerate: FAILURES });
    // A click on a missing element would use up the time of the whole test.
    page.setDefaultTimeout(20_000);
    const witness = new Witness(page);
    await steps(witness, wallet);
    expect(witness.faults.join('\n\n')).toBe('');
  });
}
