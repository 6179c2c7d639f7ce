import { expect } from 'vitest';
import type { Language } from '#contract/shared/enums.ts';
import { textsOf } from '../support/texts.ts';
import { ADMIN, addNewcomer, seedDemoData } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

/** Where a dialog opens: the address, the heading, the button or the beginning of its name, and the title. */
type Dialog = [path: string, heading: string, button: string, title: string];

const DIALOGS: Dialog[] = [
  ['/user/withdraw', 'Withdraw', 'Add Bank Account', 'Add Bank Account'],
  ['/admin/deposits', 'Deposits Management', 'View receipt', 'Deposit Receipt'],
  ['/admin/deposits', 'Deposits Management', 'Approve', 'Approve Deposit'],
  ['/admin/deposits', 'Deposits Management', 'Reject', 'Reject Deposit'],
  ['/admin/withdrawals', 'Withdrawals Management', 'View', 'Withdrawal Request Details'],
  ['/admin/withdrawals', 'Withdrawals Management', 'Approve', 'Approve Withdrawal'],
  ['/admin/withdrawals', 'Withdrawals Management', 'Reject', 'Reject Withdrawal'],
  ['/admin/transactions', 'Transactions', 'Details', 'Transaction Details'],
  ['/admin/users', 'User Management', 'Create User', 'Create User'],
  ['/admin/sources', 'Source Management', 'Add Source', 'Add New Source'],
  ['/admin/qr-codes', 'QR Code Management', 'Add QR Code', 'Add New QR Code'],
  ['/admin/site-urls', 'Site URLs', 'Add Site URL', 'Add Site URL'],
  ['/admin/settings/webhooks', 'Webhooks', 'Add webhook', 'Add webhook'],
  ['/admin/settings/api', 'API keys', 'Create API key', 'Create API key'],
];

/** Buttons in the menu of a row. */
const IN_ROW = ['Approve', 'Reject'];

/** The browser test of every screen opens no dialogs in these languages. */
const NAMES = { hi: 'हिन्दी', kn: 'ಕನ್ನಡ' };

testScreens('dialogs in Hindi and Kannada', async (admin, application) => {
  await addNewcomer(application.server);
  await seedDemoData(application.server);
  await application.open(ADMIN, '/admin');
  let t = textsOf('en');
  for (const language of ['hi', 'kn'] as const) {
    await admin.pressButton(t('Select language'));
    await admin.press('menuitemradio', NAMES[language]);
    t = textsOf(language);
    await admin.find('button', t('Select language'));
    for (const dialog of DIALOGS) await checkDialog(admin, language, dialog);
  }
});

async function checkDialog(
  admin: SpecChecker,
  language: Language,
  [path, heading, button, title]: Dialog,
): Promise<void> {
  const t = textsOf(language);
  await admin.openFresh(path, t(heading));
  const isInRow = IN_ROW.includes(button);
  if (isInRow) await admin.pressButton(new RegExp(`^${t('More')}:`));
  await admin.press(isInRow ? 'menuitem' : 'button', new RegExp(`^${t(button)}(?::|$)`));
  const dialog = await admin.dialog(t(title));
  await admin.check(`1 ${path}: the dialog "${title}" is in the language of the screen`, () =>
    expect(textsIn(dialog).filter((text) => text.includes('{{') || t(text) !== text)).toEqual([]),
  );
}

/** Lists the texts of an element, and the names and hints of its controls. A text that has a translation is English. */
function textsIn(element: Element): string[] {
  const parts = [element, ...element.querySelectorAll('*')];
  const written = parts.flatMap(({ childNodes }) =>
    [...childNodes].filter((node) => node.nodeType === Node.TEXT_NODE),
  );
  const named = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((attribute) =>
    parts.map((part) => part.getAttribute(attribute)),
  );
  return [...written.map((node) => node.textContent), ...named]
    .map((text) => text?.trim() ?? '')
    .filter(Boolean);
}
