import type { Locator, Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/shared/enums.ts';
import { buildQrImage, buildReceipt, type ImageFile } from './images.ts';
import { expect } from './test.ts';
import { patternOf, type Translate, textsOf } from './texts.ts';
import type { Account } from './wallet.ts';

/** Each language's own name in the language list. */
const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  hi: 'हिन्दी',
  te: 'తెలుగు',
  ml: 'മലയാളം',
  ta: 'தமிழ்',
  kn: 'ಕನ್ನಡ',
};

/** A person at a browser, who finds elements by role and name in the screen's language. */
export class Person {
  readonly page: Page;
  readonly t: Translate;
  readonly language: Language;
  private readonly hasTouch: boolean;

  constructor(page: Page, options: { language?: Language; hasTouch?: boolean } = {}) {
    this.page = page;
    this.language = options.language ?? LANGUAGES[0];
    this.hasTouch = options.hasTouch ?? false;
    this.t = textsOf(this.language);
  }

  /** A touch leaves no pointer; a mouse stays where it clicked, and so keeps a message below it open. */
  async press(target: Locator): Promise<void> {
    await (this.hasTouch ? target.tap() : target.click());
  }

  async signIn({ username, password }: Account): Promise<void> {
    const { page, t } = this;
    await page.goto('/login');
    await this.chooseLanguage();
    await this.fillLogin(username, password);
    await expect(page.getByRole('button', { name: t('Account menu') })).toBeVisible();
  }

  /**
   * Opens a page with a session created without the login page, which other tests cover.
   * This is faster. It keeps the browser's language.
   */
  async signInByApi(account: Account, path: string): Promise<void> {
    const { page } = this;
    const response = await page.request.post('/api/v1/sessions', { data: account });
    expect(response.status(), `signing in as ${account.username}`).toBe(200);
    await page.goto(path);
    await expect(page.getByRole('button', { name: this.t('Account menu') })).toBeVisible();
  }

  /** Opens another page of the application without a reload. */
  async open(path: string, heading: string): Promise<void> {
    await this.visit(path);
    await this.expectHeading(heading);
  }

  /** Loads a page without any client state. */
  async load(path: string, heading: string): Promise<void> {
    await this.page.goto(path);
    await this.expectHeading(heading);
  }

  async expectHeading(name: string): Promise<void> {
    const heading = this.page.getByRole('heading', { level: 1, name, exact: true });
    await expect(heading).toBeVisible();
  }

  async fillLogin(username: string, password: string): Promise<void> {
    const { page, t } = this;
    await page.getByRole('textbox', { name: t('Username') }).fill(username);
    await page.getByLabel(t('Password'), { exact: true }).fill(password);
    await this.press(page.getByRole('button', { name: t('Login'), exact: true }));
  }

  private async chooseLanguage(): Promise<void> {
    if (this.language === LANGUAGES[0]) return;
    const select = this.page.getByRole('combobox', { name: textsOf('en')('Select language') });
    await select.selectOption({ label: LANGUAGE_NAMES[this.language] });
    await expect(this.page.locator('html')).toHaveAttribute('lang', this.language);
  }

  /** Picks another language from the globe in the top bar; returns a person who reads that language. */
  async changeLanguage(language: Language): Promise<Person> {
    const { page, t, hasTouch } = this;
    await this.press(page.getByRole('button', { name: t('Select language') }));
    await this.press(page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[language] }));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    // The list closes by itself a moment later (tested elsewhere); close it now to save time.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    return new Person(page, { language, hasTouch });
  }

  /** A toast. */
  toast(...texts: string[]): Locator {
    return texts.reduce(
      (toasts, hasText) => toasts.filter({ hasText }),
      this.page.getByRole('alert'),
    );
  }

  /** Opens another address of the application, without a reload. */
  async visit(path: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState({}, '', to), path);
  }

  /** Only five messages are shown at a time, and all stay while the mouse is over one. */
  async closeMessages(): Promise<void> {
    const messages = this.page.getByRole('region', { name: this.t('Messages') });
    const close = messages.getByRole('button', { name: this.t('Close') });
    await close.evaluateAll((all) => {
      for (const button of all) if (button instanceof HTMLElement) button.click();
    });
  }

  async go(entry: string): Promise<void> {
    const navigation = this.page.getByRole('navigation', { name: this.t('Main navigation') });
    const isDrawer = !(await navigation.isVisible());
    if (isDrawer) await this.press(this.page.getByRole('button', { name: this.t('Toggle menu') }));
    await this.press(navigation.getByRole('link', { name: entry }));
    // A sliding one would be taken for the sidebar of a wide screen.
    if (isDrawer) await expect(navigation).toBeHidden();
  }

  /** A table row, or its card on a phone. */
  row(...texts: string[]): Locator {
    const rows = this.page.getByRole('row').or(this.page.getByRole('main').getByRole('listitem'));
    return texts.reduce((found, hasText) => found.filter({ hasText }), rows);
  }

  /**
   * Activates a button of the page, or of the open dialog, by keyboard. A mouse would hover over the next message
   * and keep it open.
   */
  async pressButton(name: string): Promise<void> {
    const button = this.page.getByRole('button', { name, exact: true }).last();
    // A key has no effect on a disabled button.
    await expect(button).toBeEnabled();
    await button.press('Enter');
  }

  /** Fills fields of the page, or of the open dialog, and activates a button. */
  async fillIn(fields: Record<string, string>, button: string): Promise<void> {
    for (const [label, text] of Object.entries(fields)) {
      await this.page.getByLabel(patternOf(label)).filter({ visible: true }).last().fill(text);
    }
    await this.pressButton(button);
  }

  dialog(title: string): Locator {
    return this.page.getByRole('dialog', { name: title });
  }

  async addQrCode(name: string): Promise<void> {
    const { page, t } = this;
    await this.visit('/admin/qr-codes');
    await this.press(page.getByRole('button', { name: t('Add QR Code') }));
    const dialog = this.dialog(t('Add New QR Code'));
    await dialog.getByRole('textbox', { name: t('Name'), exact: true }).fill(name);
    await dialog.getByLabel(t('QR Code Image')).setInputFiles(await buildQrImage());
    await this.press(dialog.getByRole('button', { name: t('Create QR code') }));
    await expect(this.toast(t('QR code created successfully'))).toBeVisible();
  }

  async fillDeposit(amount: string, notes: string, receipt?: ImageFile): Promise<void> {
    const { page, t } = this;
    await page.getByRole('textbox', { name: t('Notes (optional)') }).fill(notes);
    await page.getByRole('textbox', { name: t('Amount') }).fill(amount);
    await page.getByLabel(t('Payment receipt')).setInputFiles(receipt ?? (await buildReceipt()));
  }

  async submitDeposit(amount: string, notes = '', receipt?: ImageFile): Promise<void> {
    const { page, t } = this;
    await this.fillDeposit(amount, notes, receipt);
    await this.press(page.getByRole('button', { name: t('Submit deposit') }));
    await expect(page.getByRole('heading', { name: t('Deposit Request Submitted') })).toBeVisible();
  }

  async addBankAccount(account: { holder: string; number: string; bank: string }): Promise<void> {
    const { page, t } = this;
    await this.press(page.getByRole('button', { name: t('Add Bank Account') }));
    const dialog = this.dialog(t('Add Bank Account'));
    await dialog.getByRole('textbox', { name: t('Account holder name') }).fill(account.holder);
    await dialog.getByRole('textbox', { name: t('Account number') }).fill(account.number);
    const bank = dialog.getByRole('combobox', { name: t('Bank name') });
    await bank.fill(account.bank);
    await bank.press('Tab');
    await this.press(dialog.getByRole('button', { name: t('Add Bank Account') }));
    await expect(this.toast(t('Bank account added successfully'))).toBeVisible();
  }

  async requestWithdrawal(amount: string): Promise<void> {
    const { page, t } = this;
    const field = page.getByRole('textbox', { name: t('Amount') });
    await field.fill(amount);
    // The button moves up when the message of an earlier amount disappears.
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    await this.press(page.getByRole('button', { name: t('Request withdrawal') }));
    const review = this.dialog(t('Check your withdrawal'));
    await this.press(review.getByRole('button', { name: t('Confirm withdrawal') }));
    await expect(
      page.getByRole('heading', { name: t('Withdrawal Request Submitted') }),
    ).toBeVisible();
  }

  /** An administrator's button on a request: the action, the amount, and the user. */
  requestButton(action: string, request: { amount: string; user: string }): Locator {
    return this.page.getByRole('button', { name: this.requestAction(action, request) });
  }

  /** Chooses an action in the menu of a request's row. */
  async chooseInRow(action: string, request: { amount: string; user: string }): Promise<void> {
    await this.chooseInMenu(
      this.requestAction('More', request),
      this.requestAction(action, request),
    );
  }

  /** Opens a menu by the name of its button, and chooses an action. */
  async chooseInMenu(menu: string, action: string): Promise<void> {
    await this.press(this.page.getByRole('button', { name: menu, exact: true }));
    await this.press(this.page.getByRole('menuitem', { name: action, exact: true }));
  }

  private requestAction(action: string, request: { amount: string; user: string }): string {
    return this.t('{{action}}: {{amount}}, {{user}}', { action: this.t(action), ...request });
  }

  async choose(field: Locator, option: string): Promise<void> {
    await this.press(field);
    await this.press(this.page.getByRole('option', { name: option }));
  }
}
