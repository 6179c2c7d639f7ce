import type { TFunction } from 'i18next';
import type { Role } from '#contract/shared/enums.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { type Path, paths } from '../../lib/page/paths.ts';
import type { Icon } from '../icons/draw-icon.tsx';
import { IconArrowDownLeft } from '../icons/IconArrowDownLeft.ts';
import { IconArrowUpRight } from '../icons/IconArrowUpRight.ts';
import { IconBuildingBank } from '../icons/IconBuildingBank.ts';
import { IconFileSpreadsheet } from '../icons/IconFileSpreadsheet.ts';
import { IconHistory } from '../icons/IconHistory.ts';
import { IconId } from '../icons/IconId.ts';
import { IconLayoutDashboard } from '../icons/IconLayoutDashboard.ts';
import { IconLink } from '../icons/IconLink.ts';
import { IconList } from '../icons/IconList.ts';
import { IconMessageCircle } from '../icons/IconMessageCircle.ts';
import { IconNotebook } from '../icons/IconNotebook.ts';
import { IconPhoto } from '../icons/IconPhoto.ts';
import { IconQrcode } from '../icons/IconQrcode.ts';
import { IconScale } from '../icons/IconScale.ts';
import { IconTag } from '../icons/IconTag.ts';
import { IconUser } from '../icons/IconUser.ts';
import { IconUserPlus } from '../icons/IconUserPlus.ts';
import { IconUserShield } from '../icons/IconUserShield.ts';
import { IconUsers } from '../icons/IconUsers.ts';

export type NavigationEntry = {
  to: Path;
  label: string;
  icon: Icon;
  aliases: readonly Path[];
  /** Paths of detail pages of entries that the page lists. */
  details?: RegExp;
  /** The counted rows: pending requests of a type, for a second approval or a verification, or open messages. */
  pending?: TransactionType | 'approval' | 'verification' | 'message';
};

function userEntries(t: TFunction): NavigationEntry[] {
  return [
    {
      to: paths.user.dashboard,
      label: t('Dashboard'),
      icon: IconLayoutDashboard,
      aliases: [paths.user.dashboardAlias],
    },
    {
      to: paths.user.deposit,
      label: t('Deposit', { context: 'action' }),
      icon: IconArrowDownLeft,
      aliases: [],
    },
    { to: paths.user.withdraw, label: t('Withdraw'), icon: IconArrowUpRight, aliases: [] },
    {
      to: paths.user.transactions,
      label: t('Passbook'),
      icon: IconNotebook,
      aliases: [paths.user.passbook],
    },
    { to: paths.user.profile, label: t('Profile'), icon: IconUser, aliases: [] },
  ];
}

function adminEntries(t: TFunction): NavigationEntry[] {
  return [
    { to: paths.admin.dashboard, label: t('Dashboard'), icon: IconLayoutDashboard, aliases: [] },
    {
      to: paths.admin.users,
      label: t('Users'),
      icon: IconUsers,
      aliases: [],
      details: /^\/admin\/users\/(?!create$)[^/]+$/,
    },
    {
      to: paths.admin.deposits,
      label: t('Pending Deposits'),
      icon: IconArrowDownLeft,
      aliases: [paths.admin.depositsAlias],
      details: /^\/admin\/deposits\/desk$/,
      pending: 'deposit',
    },
    {
      to: paths.admin.withdrawals,
      label: t('Withdrawals'),
      icon: IconArrowUpRight,
      aliases: [],
      details: /^\/admin\/withdrawals\/desk$/,
      pending: 'withdrawal',
    },
    { to: paths.admin.transactions, label: t('All Transactions'), icon: IconList, aliases: [] },
    { to: paths.admin.sources, label: t('Sources'), icon: IconTag, aliases: [] },
    { to: paths.admin.qrCodes, label: t('QR Codes'), icon: IconQrcode, aliases: [] },
    { to: paths.admin.banners, label: t('Ad Banners'), icon: IconPhoto, aliases: [] },
    { to: paths.admin.banks, label: t('Banks'), icon: IconBuildingBank, aliases: [] },
    { to: paths.admin.siteUrls, label: t('Site URLs'), icon: IconLink, aliases: [] },
    { to: paths.admin.createUser, label: t('Create User'), icon: IconUserPlus, aliases: [] },
    {
      to: paths.admin.approvals,
      label: t('Second approvals'),
      icon: IconUserShield,
      aliases: [],
      pending: 'approval',
    },
    {
      to: paths.admin.verifications,
      label: t('Verifications'),
      icon: IconId,
      aliases: [],
      details: /^\/admin\/verifications\/.+$/,
      pending: 'verification',
    },
    {
      to: paths.admin.messages,
      label: t('Messages'),
      icon: IconMessageCircle,
      aliases: [],
      details: /^\/admin\/messages\/.+$/,
      pending: 'message',
    },
    {
      to: paths.admin.reconciliation,
      label: t('Reconciliation'),
      icon: IconScale,
      aliases: [],
    },
    {
      to: paths.admin.statements,
      label: t('Bank statements'),
      icon: IconFileSpreadsheet,
      aliases: [],
      details: /^\/admin\/statements\/import$/,
    },
    { to: paths.admin.audit, label: t('Audit'), icon: IconHistory, aliases: [] },
  ];
}

export function navigationFor(role: Role, t: TFunction): NavigationEntry[] {
  return role === 'admin' ? adminEntries(t) : userEntries(t);
}

/** Returns whether a path is the page of an entry ('page') or a detail page of it ('part'). */
export function placeOf(
  { to, aliases, details }: { to: string; aliases: readonly string[]; details?: RegExp },
  pathname: string,
): 'page' | 'part' | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  if (path === to || aliases.includes(path)) return 'page';
  return details?.test(path) ? 'part' : undefined;
}
