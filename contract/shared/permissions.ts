/** What accounts of the role `admin` may do. Every admin procedure and file route in the contract names one. */
export const PERMISSIONS = [
  'requests:read',
  'requests:decide',
  /** Confirm decisions and changes that need a second approval. */
  'approvals:confirm',
  /** See full account numbers. Without it, the server masks all but the last four digits. */
  'account-numbers:read',
  'receipts:read',
  /** See the verification documents of users. */
  'documents:read',
  'users:read',
  'users:manage',
  'notes:write',
  'balances:adjust',
  'messages:read',
  'messages:answer',
  'content:read',
  'content:manage',
  /** Change the QR codes that users pay to. */
  'payment-details:manage',
  'settings:read',
  'settings:manage',
  'api-keys:read',
  'api-keys:manage',
  'webhooks:read',
  'webhooks:manage',
  'reports:read',
  'exports:read',
  'audit:read',
  'statements:read',
  /** Import bank statements, undo an import, and name the operator's accounts. */
  'statements:import',
  'reconciliation:read',
  /** Match received money with requests, and mark it as not for us. */
  'reconciliation:match',
  /** Save own filters of lists. */
  'saved-views:manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The duties of an account of the role `admin`. It has no meaning for the role `user`. */
export const ADMIN_ROLES = ['administrator', 'reviewer', 'support', 'auditor'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

const common = [
  'requests:read',
  'users:read',
  'messages:read',
  'content:read',
  'settings:read',
  'reports:read',
  'saved-views:manage',
] as const satisfies Permission[];

/** The permissions of each admin role. Only `administrator` may change accounts and their rights. */
const permissions: Record<AdminRole, readonly Permission[]> = {
  administrator: PERMISSIONS,
  reviewer: [
    ...common,
    'requests:decide',
    'approvals:confirm',
    'account-numbers:read',
    'receipts:read',
    'notes:write',
    'statements:read',
    'statements:import',
    'reconciliation:read',
    'reconciliation:match',
  ],
  support: [...common, 'messages:answer', 'notes:write'],
  auditor: [
    ...common,
    'account-numbers:read',
    'receipts:read',
    'documents:read',
    'api-keys:read',
    'webhooks:read',
    'exports:read',
    'audit:read',
    'statements:read',
    'reconciliation:read',
  ],
};

export type Audience =
  | { access: 'user'; permission?: undefined }
  | { access: 'admin'; permission: Permission };

/** The rights of an account, as stored. */
export interface Rights {
  role: 'user' | 'admin';
  adminRole: AdminRole;
}

/** Returns the permissions of an account. A user has none. */
export function permissionsOf({ role, adminRole }: Rights): readonly Permission[] {
  return role === 'admin' ? permissions[adminRole] : [];
}

/** Returns whether an account has a permission. */
export function can(account: Rights, permission: Permission): boolean {
  return permissionsOf(account).includes(permission);
}
