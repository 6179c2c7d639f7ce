import type { TFunction } from 'i18next';
import type { ApiKeyState, ListedSuspensionReason } from '#contract/api-keys/rules.ts';
import type { ApiScope } from '#contract/shared/enums.ts';
import type { State } from '#web/ui/state/states.ts';
import type { Lifetime } from './api-key-form.ts';

/** Descriptions of the scopes. */
export function scopeLabels(t: TFunction): Record<ApiScope, string> {
  return {
    'requests:read': t('See the requests and transactions of all users'),
    'requests:decide': t('Approve and reject requests'),
    'users:read': t('See users and their balances'),
    'users:write': t('Activate and deactivate users'),
    'users:create': t('Create users'),
    'sign-in-links:create': t('Create links that log users in'),
    'passbooks:read': t('See the balances and passbooks of users'),
    'deposits:create': t('Request deposits for users'),
    'withdrawals:create': t('Request withdrawals for users'),
    'balances:adjust': t('Adjust balances'),
    'content:read': t('See banners, banks, links, QR codes and sources'),
    'content:write': t('Change banners, banks, links and sources'),
    'webhooks:write': t('See and manage webhooks'),
    'reports:read': t('See totals and the audit log'),
  };
}

export function stateLabels(t: TFunction): Record<ApiKeyState, { state: State; word: string }> {
  return {
    active: { state: 'active', word: t('Active') },
    expired: { state: 'inactive', word: t('Expired', { context: 'key' }) },
    revoked: { state: 'deactivated', word: t('Revoked', { context: 'key' }) },
    suspended: { state: 'warning', word: t('Suspended', { context: 'key' }) },
  };
}

/** Why a key was suspended automatically. */
export function suspensionLabels(t: TFunction): Record<ListedSuspensionReason, string> {
  return {
    password_changed: t('The owner changed the password'),
    password_reset: t("The owner's password was reset"),
    restored: t('The database was restored from a backup'),
    needs_approval: t('Waiting for a second approval'),
    not_approved: t('The second approval was not given. Resume the key to ask for it again.'),
  };
}

export function lifetimes(t: TFunction): { value: Lifetime; label: string }[] {
  return [
    { value: '30', label: t('30 days') },
    { value: '90', label: t('90 days') },
    { value: '365', label: t('365 days') },
  ];
}
