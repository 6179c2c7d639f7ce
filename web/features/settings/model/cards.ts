import type { SettingCard } from '#contract/settings/table.ts';

/** `lines`: a form for each row, with its button next to it. `grid`: one form, checked when it is submitted. */
export type CardLayout = 'lines' | 'stack' | 'grid';

interface Card {
  titleKey: string;
  descriptionKey: string;
  layout?: CardLayout;
  /** Height of the placeholder in pixels. */
  height?: number;
}

/** The cards that are drawn from the rows of `settingTable`. */
export const SETTING_CARDS: Record<SettingCard, Card> = {
  limits: {
    titleKey: 'Limits',
    descriptionKey: 'The smallest and largest deposit allowed. Existing requests are not affected.',
    height: 140,
  },
  documents: {
    titleKey: 'Verification documents',
    descriptionKey: 'How long the images are kept after the decision.',
  },
  utr: {
    titleKey: 'UTR of deposits',
    descriptionKey:
      'Users enter the UTR of their payment, so that you find it in the bank statement.',
    layout: 'stack',
    height: 190,
  },
  accounts: {
    titleKey: 'New bank accounts',
    descriptionKey: 'How long users wait before the first withdrawal to a new bank account.',
  },
  review: {
    titleKey: 'Review of requests',
    descriptionKey: 'How long a decision made one by one can be undone before it takes effect.',
  },
  automatic: {
    titleKey: 'Automatic approvals',
    descriptionKey:
      'Certain matches of bank statements are approved after a waiting time. First deposits, deposits with a warning and amounts that need a second approval always wait for an admin.',
    layout: 'stack',
    height: 260,
  },
  target: {
    titleKey: 'Target for decisions',
    descriptionKey: 'Requests that wait longer are counted as overdue on the dashboard.',
  },
  identity: {
    titleKey: 'Confirmation of identity',
    descriptionKey:
      'Admins have to confirm their identity again to approve more than this amount in total. A confirmation lasts 10 minutes.',
  },
  adjustments: {
    titleKey: 'Balance adjustments',
    descriptionKey:
      'How much one admin can credit and debit on one day in total. The maximum deposit limits each adjustment.',
  },
  passwords: {
    titleKey: 'Passwords of admins',
    descriptionKey:
      'Applies when an admin sets a new password. Existing passwords stay valid until then.',
  },
  sessions: {
    titleKey: 'Duration of sessions',
    descriptionKey: 'Applies to open sessions too: one that is older ends immediately.',
    layout: 'grid',
    height: 220,
  },
};

export function isDrawn(section: string): section is SettingCard {
  return Object.hasOwn(SETTING_CARDS, section);
}
