import {
  type ByRoleMatcher,
  configure,
  fireEvent,
  isInaccessible,
  queryAllByLabelText,
  queryAllByPlaceholderText,
  queryAllByRole,
  queryAllByText,
  waitFor,
} from '@testing-library/dom';
import axe from 'axe-core';
import { expect } from 'vitest';
import type { Section } from '../../scripts/sections.ts';
import { patternOf } from '../support/texts.ts';
import { type Application, NOWHERE, PATIENCE } from './application.ts';

// By default an error ends with the whole document.
configure({ getElementError: (message) => new Error(message ?? '') });

/** Axe's rules that need neither a layout nor colours, which the simulated DOM lacks. */
const ACCESSIBILITY: axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  resultTypes: ['violations'],
};

/** A statement of the specification: its section, and its exact texts in single quotes, `{any}` for variable parts. */
type Statement = `${Section} ${string}`;
type Name = string | RegExp;

/** Uses screens, and checks the specification's statements on them. */
export class SpecChecker {
  readonly application: Application;
  readonly #failures: string[] = [];

  constructor(application: Application) {
    this.application = application;
  }

  /** Checks that the quoted texts are on the screen. */
  async expectTexts(...statements: Statement[]): Promise<void> {
    for (const statement of statements) await this.check(statement);
  }

  /** Checks a statement with `look`, and that the quoted texts are on the screen. A failure does not end the test. */
  async check(statement: Statement, look?: () => unknown): Promise<void> {
    try {
      await look?.();
      const quotes = quotesOf(statement);
      if (!look) expect(quotes, 'the quoted texts').not.toHaveLength(0);
      for (const text of quotes) await waitFor(() => expectShown(text), PATIENCE);
    } catch (error) {
      this.#failures.push(`${statement}\n${error instanceof Error ? error.message : error}`);
    }
    this.closeMessages();
  }

  /** Records an error between statements: it can have the same cause as the failed statements. */
  fail(error: unknown): void {
    this.#failures.push(String(error));
  }

  /** Throws if a statement failed. */
  finish(): void {
    expect(this.#failures.join('\n\n')).toBe('');
  }

  /** Opens an address without a reload. */
  async open(path: string, heading: string): Promise<void> {
    this.application.visit(path);
    await this.find('heading', heading, { level: 1 });
  }

  /** Opens a page without open dialogs or typed input. */
  async openFresh(path: string, heading: string): Promise<void> {
    await this.open(NOWHERE, '404');
    await this.open(path, heading);
  }

  /** The last element with this role and name. */
  find(role: ByRoleMatcher, name?: Name, options: { level?: number } = {}): Promise<HTMLElement> {
    const look = () => {
      const found = queryAllByRole(document.body, role, { name, ...options }).at(-1);
      if (!found) throw new Error(`There is no ${role} '${name ?? ''}'`);
      return found;
    };
    const onTimeout = ({ message }: Error) => new Error(`${message}, but ${listNames(role)}`);
    return waitFor(look, { ...PATIENCE, onTimeout });
  }

  /** Waits until there is this number of elements with this role and name. */
  async hasCount(role: ByRoleMatcher, name: Name, count: number): Promise<void> {
    const list = () => queryAllByRole(document.body, role, { name });
    await waitFor(() => expect(list()).toHaveLength(count), PATIENCE);
  }

  /** Clicks a button of the page, or of the open dialog. */
  async pressButton(name: Name): Promise<void> {
    await this.press('button', name);
  }

  /** Chooses an action in the menu of a row, by its name: the action and the row's subject. */
  async chooseInRow(name: string): Promise<void> {
    await this.pressButton(name.replace(/^(?:[^:]+:|\w+)/, 'More:'));
    await this.press('menuitem', name);
  }

  async press(role: ByRoleMatcher, name: Name): Promise<void> {
    const target = await this.find(role, name);
    await waitFor(() => expect(target.hasAttribute('disabled')).toBe(false), PATIENCE);
    target.click();
  }

  /** Fills fields of the page, or of the open dialog, and clicks a button. */
  async fillIn(fields: Record<string, string>, button: string): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await this.fill(label, value);
    await this.pressButton(button);
  }

  async fill(label: string, value: string): Promise<void> {
    fireEvent.change(await this.findField(label), { target: { value } });
  }

  async chooseFile(label: string, ...files: File[]): Promise<void> {
    const list = Object.assign(files, { item: (index: number) => files[index] ?? null });
    fireEvent.change(await this.findField(label), { target: { files: list } });
  }

  /** Opens a list, once more if its field was replaced between being found and clicked. */
  async openList(name: string): Promise<void> {
    (await this.find('combobox', name)).click();
    await waitFor(async () => {
      const field = await this.find('combobox', name);
      if (field.getAttribute('aria-expanded') === 'false') field.click();
      expect(field.getAttribute('aria-expanded'), `the list "${name}"`).not.toBe('false');
    }, PATIENCE);
  }

  /** Checks the options of a list. */
  async offers(name: string, choices: string[]): Promise<void> {
    await this.openList(name);
    await this.hasTexts('option', choices);
    (await this.find('combobox', name)).click();
  }

  /** Waits until the elements with this role have these texts. */
  async hasTexts(role: ByRoleMatcher, texts: string[]): Promise<void> {
    const list = () => queryAllByRole(document.body, role).map(({ textContent }) => textContent);
    await waitFor(() => expect(list()).toEqual(texts), PATIENCE);
  }

  /** Waits until one of the elements contains these texts. */
  async contains(
    [role, name]: [role: ByRoleMatcher, name: Name],
    ...texts: string[]
  ): Promise<void> {
    const found = new Set<HTMLElement>();
    await waitFor(() => {
      // A message that arrives meanwhile has the same role, and a menu can close.
      for (const element of queryAllByRole(document.body, role, { name })) found.add(element);
      const shown = [...found].map(({ textContent }) => textContent ?? '');
      if (!shown.some((one) => texts.every((text) => one.includes(text))))
        throw new Error(`No ${role} '${name}' has '${texts.join("', '")}', but ${shown}`);
    }, PATIENCE);
  }

  /** Checks the screen with Axe. */
  async isAccessible(): Promise<void> {
    const { violations } = await axe.run(document, ACCESSIBILITY);
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  }

  /** Sends a key to the focused element. */
  pressKey(key: string): void {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key });
  }

  async isFocused(role: ByRoleMatcher, name: Name): Promise<void> {
    const element = await this.find(role, name);
    await waitFor(() => expect(document.activeElement).toBe(element), PATIENCE);
  }

  async hasTextCount(text: string, count: number): Promise<void> {
    await waitFor(() => expect(queryAllByText(document.body, text)).toHaveLength(count), PATIENCE);
  }

  /** Reports an image as loaded, or as failed: the simulated DOM loads none. */
  async settleImage(name: string, event: 'load' | 'error'): Promise<void> {
    await waitFor(() => {
      const image = document.querySelector(`img[alt="${name}"]`);
      if (!image) throw new Error(`There is no image '${name}'`);
      fireEvent[event](image);
    }, PATIENCE);
  }

  async isDisabled(name: string, role: ByRoleMatcher = 'button'): Promise<void> {
    const found = await this.find(role, name);
    await waitFor(() => expect(found).toHaveProperty('disabled', true), PATIENCE);
  }

  async search(text: string): Promise<void> {
    fireEvent.change(await this.find('searchbox'), { target: { value: text } });
  }

  /** Waits until a field has this value. */
  async hasValue(label: string, value: string): Promise<void> {
    const field = await this.findField(label);
    await waitFor(() => expect(field).toHaveProperty('value', value), PATIENCE);
  }

  /** Checks an attribute of an element. */
  async hasAttribute(
    [role, name]: [role: ByRoleMatcher, name: Name],
    attribute: string,
    value: string,
  ): Promise<void> {
    const element = await this.find(role, name);
    await waitFor(() => expect(element.getAttribute(attribute)).toBe(value), PATIENCE);
  }

  /** Waits until a text is shown, or no longer is. */
  async waitUntil(text: string, isThere = true): Promise<void> {
    const isShown = () => document.body.textContent?.includes(text);
    await waitFor(() => expect(isShown(), `'${text}' is shown`).toBe(isThere), PATIENCE);
  }

  async waitForPath(path: string): Promise<void> {
    await waitFor(() => expect(window.location.pathname).toBe(path), PATIENCE);
  }

  /** The entries of the main navigation and their addresses. */
  async readEntries(): Promise<(string | null)[][]> {
    const navigation = await this.find('navigation', 'Main navigation');
    const links = [...navigation.querySelectorAll('a')];
    return links.map((link) => [link.textContent, link.getAttribute('href')]);
  }

  /** The last visible field with this label. */
  findField(label: string): Promise<HTMLElement> {
    return waitFor(() => {
      const found = queryAllByLabelText(document.body, patternOf(label)).filter(isShown).at(-1);
      if (!found) throw new Error(`There is no field '${label}'`);
      return found;
    }, PATIENCE);
  }

  dialog(title: string): Promise<HTMLElement> {
    return this.find('dialog', title);
  }

  /** The table row with this text. */
  row(text: string): Promise<HTMLElement> {
    return waitFor(() => {
      const rows = queryAllByRole(document.body, 'row');
      const found = rows.find(({ textContent }) => textContent?.includes(text));
      if (!found) throw new Error(`There is no row with '${text}'`);
      return found;
    }, PATIENCE);
  }

  /** A removed row can keep its space. */
  async hasNoRow(text: string): Promise<void> {
    const rows = () =>
      queryAllByRole(document.body, 'row')
        .filter((row) => !row.hasAttribute('data-gone'))
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(rows().filter((row) => row?.includes(text))).toEqual([]), PATIENCE);
  }

  /** Checks the columns of the table in order; columns without a name do not count. */
  async hasColumns(...names: string[]): Promise<void> {
    const list = () =>
      queryAllByRole(document.body, 'columnheader').map(({ textContent }) => textContent);
    await waitFor(() => expect(list().filter(Boolean)).toEqual(names), PATIENCE);
  }

  closeMessages(): void {
    const messages = document.querySelector('section[aria-label="Messages"]');
    for (const button of messages?.querySelectorAll('button') ?? []) button.click();
  }
}

function expectShown(text: string): void {
  const pattern = patternOf(text);
  const found = [queryAllByText, queryAllByLabelText, queryAllByPlaceholderText].some((query) =>
    query(document.body, pattern).some(isShown),
  );
  expect(found, `'${text}' is on the screen`).toBe(true);
}

function listNames(role: ByRoleMatcher): string {
  const elements = queryAllByRole(document.body, role);
  return elements.map((one) => one.getAttribute('aria-label') ?? one.textContent).join(', ');
}

function isShown(element: HTMLElement): boolean {
  return !isInaccessible(element);
}

/** An apostrophe within a word does not end a quote. */
function quotesOf(statement: string): string[] {
  return [...statement.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, text = '']) => text);
}
