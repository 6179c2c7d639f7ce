import {
  type Icon,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconNotebook,
  IconQrcode,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Role, TransactionType } from '#contract/rules.ts';

export type NavigationEntry = {
  to: string;
  label: string;
  icon: Icon;
  /** Other addresses of the same screen. */
  aliases: readonly string[];
  /** Whose waiting requests the entry counts. */
  pending?: TransactionType;
};

function userEntries(t: TFunction): NavigationEntry[] {
  return [
    { to: '/user/deposit', label: t('Deposit'), icon: IconArrowDownLeft, aliases: ['/deposit'] },
    { to: '/user/withdraw', label: t('Withdraw'), icon: IconArrowUpRight, aliases: ['/withdraw'] },
    {
      to: '/user/transactions',
      label: t('Passbook'),
      icon: IconNotebook,
      aliases: ['/user/passbook', '/transactions', '/passbook'],
    },
  ];
}

function adminEntries(t: TFunction): NavigationEntry[] {
  return [
    {
      to: '/admin/deposits',
      label: t('Pending Deposits'),
      icon: IconArrowDownLeft,
      aliases: ['/admin/transactions/deposits'],
      pending: 'deposit',
    },
    {
      to: '/admin/withdrawals',
      label: t('Withdrawals'),
      icon: IconArrowUpRight,
      aliases: [],
      pending: 'withdrawal',
    },
    { to: '/admin/qr-codes', label: t('QR Codes'), icon: IconQrcode, aliases: [] },
  ];
}

/** The sidebar's entries for a role, in their order. */
export function navigationFor(role: Role, t: TFunction): NavigationEntry[] {
  return role === 'admin' ? adminEntries(t) : userEntries(t);
}

/** Whether a path shows the screen of an entry. */
export function isCurrentEntry(
  { to, aliases }: Pick<NavigationEntry, 'to' | 'aliases'>,
  pathname: string,
): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return path === to || aliases.includes(path);
}
