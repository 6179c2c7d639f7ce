import type { Locator } from '@playwright/test';
import { fail } from './answers.ts';
import { buildReceipt } from './images.ts';
import type { Person } from './person.ts';
import { type Screen, settled, visit } from './screens.ts';

type Look = (part: Locator, name: string) => Promise<void>;

/** How long one waits for what a press brings; much of what is pressed brings nothing. */
const PATIENCE_MS = 1500;
/** Typed where a field asks for something, by what its kind of field takes. */
const TYPED: [RegExp, string][] = [
  [/url/i, 'https://offers.example'],
  [/mail/i, 'asha.rao@example.com'],
  [/tel/i, '+919812345678'],
  [/password/i, 'a-new-password'],
  [/decimal|numeric/i, '500'],
];

/**
 * Presses once whatever can be pressed on a screen, and looks at what comes: dialogs, what they say to an
 * empty form, to a server that fails, and to a form that is filled in. `isNew` tells whether a name is worth it.
 */
export async function explore(
  person: Person,
  screen: Screen,
  { look, isNew }: { look: Look; isNew: (name: string) => boolean },
): Promise<void> {
  const { page, t } = person;
  await visit(person, screen);
  const names = await namesOf(pressable(page.getByRole('main')));
  for (const name of names.filter(isNew)) {
    await person.visit('/no/such/page');
    await visit(person, screen);
    const main = page.getByRole('main');
    const target = pressable(main, { name, exact: true }).first();
    if (!(await press(target))) continue;
    await look(page.locator('body'), `${screen.path}: ${name}`);
    const dialog = page.getByRole('dialog').last();
    const isForm = await dialog.isVisible();
    const form = isForm ? dialog : main;
    const submit = isForm ? form.getByRole('button').last() : target;
    const steps: [string, () => Promise<unknown>][] = [
      ['empty', async () => undefined],
      ['failed', async () => [await fillAll(form), await fail(page, /\/(?:rpc|files)\//)]],
      ['done', () => page.unrouteAll({ behavior: 'ignoreErrors' })],
    ];
    for (const [step, prepare] of steps) {
      await prepare();
      await person.closeMessages();
      if (await press(submit)) await look(page.locator('body'), `${screen.path}: ${name}, ${step}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.keyboard.press('Escape');
    const discard = page.getByRole('button', { name: t('Discard'), exact: true });
    if (await discard.isVisible()) await discard.click();
  }
}

function pressable(part: Locator, named: { name?: string; exact?: boolean } = {}): Locator {
  return part
    .getByRole('button', named)
    .or(part.getByRole('tab', named))
    .or(part.getByRole('switch', named));
}

function namesOf(controls: Locator): Promise<string[]> {
  return controls
    .filter({ visible: true })
    .evaluateAll((all) => [
      ...new Set(
        all.map(
          (control) => control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '',
        ),
      ),
    ]);
}

/** Presses, and waits for a message, a dialog or what a field says. Returns whether it could be pressed. */
async function press(target: Locator): Promise<boolean> {
  const page = target.page();
  const pressed = await target.click({ timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
  if (!pressed) return false;
  const answer = page.getByRole('alert').or(page.getByRole('dialog')).last();
  await answer.waitFor({ timeout: PATIENCE_MS }).catch(() => undefined);
  await settled(page);
  return true;
}

async function fillAll(form: Locator): Promise<void> {
  for (const input of await form.locator('input[type=file]').all())
    await input.setInputFiles(await buildReceipt(), { timeout: PATIENCE_MS }).catch(ignore);
  for (const input of await form.locator('input:visible, textarea:visible').all()) {
    const kind = await input.evaluate((field: HTMLInputElement) =>
      [field.type, field.inputMode, field.name].join(),
    );
    const text = TYPED.find(([pattern]) => pattern.test(kind))?.[1] ?? 'Asha Rao';
    await input.fill(text, { timeout: PATIENCE_MS }).catch(ignore);
  }
}

/** A field that takes nothing now is left as it is. */
const ignore = () => undefined;
