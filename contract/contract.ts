import type { ContractRouterClient } from '@orpc/contract';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { balances } from './balances.ts';
import { bankAccounts } from './bank-accounts.ts';
import { banks } from './banks.ts';
import { banners } from './banners.ts';
import { dashboards } from './dashboards.ts';
import { notifications } from './notifications.ts';
import { profiles } from './profiles.ts';
import { qrCodes } from './qr-codes.ts';
import { review } from './review.ts';
import { savedViews } from './saved-views.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { settingsRest } from './settings-rest.ts';
import { siteUrls } from './site-urls.ts';
import { sources } from './sources.ts';
import { supportMessages } from './support-messages.ts';
import { timelines } from './timelines.ts';
import { transactions } from './transactions.ts';
import { translations } from './translations.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';
import { withdrawals } from './withdrawals.ts';

/**
 * The procedures, served at `/rpc` and at `/api`. File uploads and the event stream are separate routes.
 */
export const contract = {
  apiKeys,
  audit,
  balances,
  bankAccounts,
  banks,
  banners,
  dashboards,
  notifications,
  profiles,
  qrCodes,
  review,
  savedViews,
  sessions,
  settings,
  siteUrls,
  sources,
  supportMessages,
  timelines,
  transactions,
  translations,
  users,
  webhooks,
  withdrawals,
};

/** The procedures of the REST API: those above, and earlier ones that programs still use. */
export const restContract = { ...contract, settings: { ...settings, ...settingsRest } };

export type Client = ContractRouterClient<typeof contract>;
