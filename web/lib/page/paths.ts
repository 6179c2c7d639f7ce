import type { FileRoutesByPath, TrimPathRight } from '@tanstack/react-router';
import type { TransactionType } from '#contract/transactions/rules.ts';

/** Path of any route. Tests are compiled without the routes and accept every path. */
type RoutePath = [keyof FileRoutesByPath] extends [never]
  ? string
  : TrimPathRight<FileRoutesByPath[keyof FileRoutesByPath]['fullPath']>;
export type Path = Exclude<RoutePath, `${string}$${string}`>;

type ParamNames<Route extends string> = Route extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | ParamNames<After>
    : Rest
  : never;

function fill<Route extends RoutePath>(
  route: Route,
  params: Record<ParamNames<Route>, string>,
): string {
  const values = new Map<string, string>(Object.entries(params));
  return route.replace(/\$(\w+)/g, (_match, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  );
}

const desks = {
  deposit: '/admin/deposits/desk',
  withdrawal: '/admin/withdrawals/desk',
} as const satisfies Record<TransactionType, Path>;

/** Paths of the application's pages. A path that is no route does not compile. */
export const paths = {
  home: '/',
  login: '/login',
  forgotPassword: '/forgot-password',
  singleSignOn: '/single-sign-on',
  user: {
    dashboard: '/user',
    deposit: '/user/deposit',
    withdraw: '/user/withdraw',
    transactions: '/user/transactions',
    passbook: '/user/passbook',
    profile: '/user/profile',
    security: '/user/security',
    bankAccounts: '/user/bank-accounts',
    support: '/user/support',
    conversation: (id: string) => fill('/user/support/$id', { id }),
    notifications: '/user/notifications',
    dashboardAlias: '/user/dashboard',
  },
  admin: {
    dashboard: '/admin',
    users: '/admin/users',
    createUser: '/admin/users/create',
    user: (userId: string) => fill('/admin/users/$userId', { userId }),
    deposits: '/admin/deposits',
    depositsAlias: '/admin/transactions/deposits',
    withdrawals: '/admin/withdrawals',
    desk: (type: TransactionType) => desks[type],
    transactions: '/admin/transactions',
    sources: '/admin/sources',
    qrCodes: '/admin/qr-codes',
    banners: '/admin/banners',
    banks: '/admin/banks',
    siteUrls: '/admin/site-urls',
    statements: '/admin/statements',
    importStatement: '/admin/statements/import',
    audit: '/admin/audit',
    approvals: '/admin/approvals',
    reconciliation: '/admin/reconciliation',
    verifications: '/admin/verifications',
    verification: (name: { userId: string; id: string }) =>
      fill('/admin/verifications/$userId/$id', name),
    messages: '/admin/messages',
    conversation: (name: { userId: string; id: string }) =>
      fill('/admin/messages/$userId/$id', name),
    settings: '/admin/settings/general',
    brandSettings: '/admin/settings/brand',
    limitSettings: '/admin/settings/limits',
    requestSettings: '/admin/settings/requests',
    reasonSettings: '/admin/settings/reasons',
    securitySettings: '/admin/settings/security',
    webhooks: '/admin/settings/webhooks',
    webhook: (webhookId: string) => fill('/admin/settings/webhooks/$webhookId', { webhookId }),
    apiKeys: '/admin/settings/api',
    approvalRules: '/admin/settings/approvals',
  },
} as const satisfies Paths;

type Paths = { [Name in string]: Path | ((...values: never[]) => string) | Paths };

/** The id of the e-mails that could not be sent on the settings page. */
export const FAILED_MAILS_ID = 'failed-mails';
