import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

/** Redirects for bookmarks from before the user pages moved below /user. */
const ADDRESSES = {
  dashboard: '/user/dashboard',
  deposit: '/user/deposit',
  withdraw: '/user/withdraw',
  'bank-accounts': '/user/bank-accounts',
  transactions: '/user/transactions',
  passbook: '/user/passbook',
  profile: '/user/profile',
  support: '/user/support',
  notifications: '/user/notifications',
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
