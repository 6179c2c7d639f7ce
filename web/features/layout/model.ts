import {
  type Icon,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBuildingBank,
  IconHistory,
  IconLayoutDashboard,
  IconLink,
  IconList,
  IconNotebook,
  IconPhoto,
  IconQrcode,
  IconTag,
  IconUser,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Role, TransactionType } from '#contract/shared/rules.ts';

export type NavigationEntry = {
  to: string;
  label: string;
  icon: Icon;
  /** Other paths of the same page. */
  aliases: readonly string[];
  /** Paths of detail pages of entries that the page lists. */
  details?: RegExp;
  /** Type of the pending requests that the entry counts. */
  pending?: TransactionType;
};

function userEntries(t: TFunction): NavigationEntry[] {
  return [
    {
      to: '/user',
      label: t('Dashboard'),
      icon: IconLayoutDashboard,
      aliases: ['/user/dashboard'],
    },
    {
      to: '/user/deposit',
      label: t('Deposit', { context: 'action' }),
      icon: IconArrowDownLeft,
      aliases: [],
    },
    { to: '/user/withdraw', label: t('Withdraw'), icon: IconArrowUpRight, aliases: [] },
    {
      to: '/user/transactions',
      label: t('Passbook'),
      icon: IconNotebook,
      aliases: ['/user/passbook'],
    },
    { to: '/user/profile', label: t('Profile'), icon: IconUser, aliases: [] },
  ];
}

function adminEntries(t: TFunction): NavigationEntry[] {
  return [
    { to: '/admin', label: t('Dashboard'), icon: IconLayoutDashboard, aliases: [] },
    {
      to: '/admin/users',
      label: t('Users'),
      icon: IconUsers,
      aliases: [],
      details: /^\/admin\/users\/(?!create$)[^/]+$/,
    },
    {
      to: '/admin/deposits',
      label: t('Pending Deposits'),
      icon: IconArrowDownLeft,
      aliases: ['/admin/transactions/deposits'],
      details: /^\/admin\/deposits\/desk$/,
      pending: 'deposit',
    },
    {
      to: '/admin/withdrawals',
      label: t('Withdrawals'),
      icon: IconArrowUpRight,
      aliases: [],
      details: /^\/admin\/withdrawals\/desk$/,
      pending: 'withdrawal',
    },
    { to: '/admin/transactions', label: t('All Transactions'), icon: IconList, aliases: [] },
    { to: '/admin/sources', label: t('Sources'), icon: IconTag, aliases: [] },
    { to: '/admin/qr-codes', label: t('QR Codes'), icon: IconQrcode, aliases: [] },
    { to: '/admin/banners', label: t('Ad Banners'), icon: IconPhoto, aliases: [] },
    { to: '/admin/banks', label: t('Banks'), icon: IconBuildingBank, aliases: [] },
    { to: '/admin/site-urls', label: t('Site URLs'), icon: IconLink, aliases: [] },
    { to: '/admin/users/create', label: t('Create User'), icon: IconUserPlus, aliases: [] },
    { to: '/admin/audit', label: t('Audit'), icon: IconHistory, aliases: [] },
  ];
}

/** Returns the sidebar's entries for a role, in order. */
export function navigationFor(role: Role, t: TFunction): NavigationEntry[] {
  return role === 'admin' ? adminEntries(t) : userEntries(t);
}

/** Returns whether a path is the page of an entry ('page') or a detail page of it ('part'). */
export function placeOf(
  { to, aliases, details }: Pick<NavigationEntry, 'to' | 'aliases' | 'details'>,
  pathname: string,
): 'page' | 'part' | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  if (path === to || aliases.includes(path)) return 'page';
  return details?.test(path) ? 'part' : undefined;
}
