import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { paths } from '../lib/page/paths.ts';

/** Redirects for bookmarks from before the user pages moved below /user. */
const ADDRESSES = {
  dashboard: paths.user.dashboardAlias,
  deposit: paths.user.deposit,
  withdraw: paths.user.withdraw,
  'bank-accounts': paths.user.bankAccounts,
  transactions: paths.user.transactions,
  passbook: paths.user.passbook,
  profile: paths.user.profile,
  support: paths.user.support,
  notifications: paths.user.notifications,
} as const;

export const Route = createFileRoute('/$alias')({
  beforeLoad: ({ params: { alias } }) => {
    if (!isKnown(alias)) throw notFound();
    throw redirect({ to: ADDRESSES[alias], search: true, hash: true, replace: true });
  },
});

function isKnown(alias: string): alias is keyof typeof ADDRESSES {
  return Object.hasOwn(ADDRESSES, alias);
}
