import type { ContractRouterClient } from '@orpc/contract';
import { apiKeys } from './api-keys/schema.ts';
import { approvals } from './approvals/schema.ts';
import { audit } from './audit/schema.ts';
import { balances } from './balances/schema.ts';
import { bankAccounts } from './bank-accounts/schema.ts';
import { banks } from './banks/schema.ts';
import { banners } from './banners/schema.ts';
import { closures } from './closures/schema.ts';
import { dashboards } from './dashboards/schema.ts';
import { depositAccounts } from './deposit-accounts/schema.ts';
import { identities } from './identities/schema.ts';
import { mails } from './mails/schema.ts';
import { notifications } from './notifications/schema.ts';
import { paymentIntents } from './payment-intents/schema.ts';
import { profiles } from './profiles/schema.ts';
import { pushSubscriptions } from './push-subscriptions/schema.ts';
import { qrCodes } from './qr-codes/schema.ts';
import { reconciliation } from './reconciliation/schema.ts';
import { recovery } from './recovery/schema.ts';
import { review } from './review/schema.ts';
import { savedViews } from './saved-views/schema.ts';
import { secondFactors } from './second-factors/schema.ts';
import { sessions } from './sessions/schema.ts';
import { settings } from './settings/schema.ts';
import { siteUrls } from './site-urls/schema.ts';
import { sources } from './sources/schema.ts';
import { statements } from './statements/schema.ts';
import { supportMessages } from './support-messages/schema.ts';
import { timelines } from './timelines/schema.ts';
import { transactions } from './transactions/schema.ts';
import { translations } from './translations/schema.ts';
import { users } from './users/schema.ts';
import { verificationLimits } from './verification-limits/schema.ts';
import { verifications } from './verifications/schema.ts';
import { webhooks } from './webhooks/schema.ts';
import { withdrawals } from './withdrawals/schema.ts';

export const contract = {
  apiKeys,
  approvals,
  audit,
  balances,
  bankAccounts,
  banks,
  banners,
  closures,
  dashboards,
  depositAccounts,
  identities,
  mails,
  notifications,
  paymentIntents,
  profiles,
  pushSubscriptions,
  qrCodes,
  reconciliation,
  recovery,
  review,
  savedViews,
  secondFactors,
  sessions,
  settings,
  siteUrls,
  sources,
  supportMessages,
  timelines,
  transactions,
  translations,
  users,
  statements,
  verificationLimits,
  verifications,
  webhooks,
  withdrawals,
};

export type Client = ContractRouterClient<typeof contract>;
