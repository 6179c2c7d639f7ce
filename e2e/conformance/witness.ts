import type { Locator, Page } from '@playwright/test';
import type { Section } from '../../scripts/sections.ts';
import { Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { patternOf } from '../support/texts.ts';
import type { Wallet } from '../support/wallet.ts';

/** What the specification states: its section, and its exact texts in single quotes, `{any}` for what varies. */
type Statement = `${Section} ${string}`;

/** Someone who goes through the screens and holds them to what the specification states of them. */
export class Witness extends Person {
  readonly faults: string[] = [];

  /** What these statements quote is on the screen. */
  async sees(...statements: Statement[]): Promise<void> {
    for (const statement of statements) await this.check(statement);
    await this.closeMessages();
  }

  /** What is stated is so, as `look` finds, and what is quoted is on the screen. */
  async finds(statement: Statement, look: () => Promise<void>): Promise<void> {
    await this.check(statement, look);
    await this.closeMessages();
  }

  /** A statement that does not hold must not hide the next: it is noted, and the walk goes on. */
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

  /** Whatever shows exactly this text, or has it as its label or as the hint in an empty field. */
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

  /** The columns of the table are these, in this order; one without a name does not count. */
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

  /** The entries of the main navigation and where they lead. */
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

/** Screens have come to rest: what is not there soon won't come. */
const WAIT = { timeout: 10_000 };

/** An apostrophe within a word ends nothing. */
function quotesOf(statement: string): string[] {
  return [...statement.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, text = '']) => text);
}

/** What fails on purpose, and passwords that are wrong. */
const FAILURES = [/status of [45]\d\d/, /net::ERR_FAILED/];

/** Declares the test that goes through some screens. */
export function walk(
  screens: string,
  steps: (witness: Witness, wallet: Wallet) => Promise<void>,
): void {
  test(`${screens}: what the specification states is seen`, async ({ wallet, openBrowser }) => {
    // There is much to see.
    test.slow();
    const page: Page = await openBrowser({ tolerate: FAILURES });
    // Pressing what is not there would use up the time of the whole walk.
    page.setDefaultTimeout(20_000);
    const witness = new Witness(page);
    await steps(witness, wallet);
    expect(witness.faults.join('\n\n')).toBe('');
  });
}
