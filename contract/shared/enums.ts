export const DEFAULT_USERNAMES = ['admin', 'demo'] as const;

/** Recorded instead of an IP address if an operator used the server's command line. */
export const COMMAND_LINE = 'command line';

export const LANGUAGES = ['en', 'hi', 'te', 'ml', 'ta', 'kn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Scopes of API keys. A procedure without a scope rejects API keys. */
export const API_SCOPES = [
  'requests:read',
  'requests:decide',
  'users:read',
  'users:write',
  'users:create',
  'sign-in-links:create',
  'passbooks:read',
  'deposits:create',
  'withdrawals:create',
  'balances:adjust',
  'content:read',
  'content:write',
  'webhooks:write',
  'reports:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];
export const USER_STATUSES = ['active', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Kinds of second approvals. The rule of a kind covers some commands. */
export const APPROVAL_KINDS = [
  'deposit',
  'withdrawal',
  /** An approval for an account that the same administrator set up in the last days. */
  'connectedAccount',
  /** A payment whose reference number was credited before, of which the administrator says that it is another one. */
  'differentPayment',
  'adjustment',
  'administrator',
  'newAdministrator',
  'deletion',
  'qrCode',
  'limits',
  'securitySettings',
  'rules',
  'apiKey',
  'webhook',
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
