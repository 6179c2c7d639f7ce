import { procedures } from '../deps/procedures.ts';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import { approvalRoutes } from '../features/approvals/routes.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { balanceRoutes } from '../features/balances/routes.ts';
import { bankAccountRoutes } from '../features/bank-accounts/routes.ts';
import { bankRoutes } from '../features/banks/routes.ts';
import { bannerRoutes } from '../features/banners/routes.ts';
import { closureRoutes } from '../features/closures/routes.ts';
import { dashboardRoutes } from '../features/dashboards/routes.ts';
import { depositAccountRoutes } from '../features/deposit-accounts/routes.ts';
import { identityRoutes, providerLoginRoutes } from '../features/identities/routes.ts';
import { mailRoutes } from '../features/mails/routes.ts';
import { notificationRoutes } from '../features/notifications/routes.ts';
import { paymentIntentRoutes } from '../features/payment-intents/routes.ts';
import { profileRoutes } from '../features/profiles/routes.ts';
import { pushSubscriptionRoutes } from '../features/push-subscriptions/routes.ts';
import { qrCodeRoutes } from '../features/qr-codes/routes.ts';
import { reconciliationRoutes } from '../features/reconciliation/routes.ts';
import { recoveryRoutes } from '../features/recovery/routes.ts';
import { reviewRoutes } from '../features/review/routes.ts';
import { savedViewRoutes } from '../features/saved-views/routes.ts';
import { secondFactorRoutes } from '../features/second-factors/routes.ts';
import { sessionRoutes } from '../features/sessions/routes.ts';
import { settingsRoutes } from '../features/settings/routes.ts';
import { siteUrlRoutes } from '../features/site-urls/routes.ts';
import { sourceRoutes } from '../features/sources/routes.ts';
import { statementRoutes } from '../features/statements/routes.ts';
import { supportMessageRoutes } from '../features/support-messages/routes.ts';
import { timelineRoutes } from '../features/timelines/routes.ts';
import { transactionRoutes } from '../features/transactions/routes.ts';
import { translationRoutes } from '../features/translations/routes.ts';
import { userRoutes } from '../features/users/routes.ts';
import { verificationLimitRoutes } from '../features/verification-limits/routes.ts';
import { verificationRoutes } from '../features/verifications/routes.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import { withdrawalRoutes } from '../features/withdrawals/routes.ts';
import { approvalCommands } from './approval-commands.ts';

/** The implemented procedures of RPC and REST. A missing procedure is a type error. */
export const router = procedures.router({
  apiKeys: apiKeyRoutes,
  approvals: approvalRoutes(approvalCommands),
  audit: auditRoutes,
  balances: balanceRoutes,
  bankAccounts: bankAccountRoutes,
  banks: bankRoutes,
  banners: bannerRoutes,
  closures: closureRoutes,
  dashboards: dashboardRoutes,
  depositAccounts: depositAccountRoutes,
  identities: identityRoutes,
  mails: mailRoutes,
  notifications: notificationRoutes,
  paymentIntents: paymentIntentRoutes,
  profiles: profileRoutes,
  pushSubscriptions: pushSubscriptionRoutes,
  qrCodes: qrCodeRoutes,
  recovery: recoveryRoutes,
  review: reviewRoutes,
  savedViews: savedViewRoutes,
  secondFactors: secondFactorRoutes,
  sessions: { ...sessionRoutes, ...providerLoginRoutes },
  settings: settingsRoutes,
  siteUrls: siteUrlRoutes,
  sources: sourceRoutes,
  supportMessages: supportMessageRoutes,
  timelines: timelineRoutes,
  transactions: transactionRoutes,
  translations: translationRoutes,
  users: userRoutes,
  reconciliation: reconciliationRoutes,
  statements: statementRoutes,
  verificationLimits: verificationLimitRoutes,
  verifications: verificationRoutes,
  webhooks: webhookRoutes,
  withdrawals: withdrawalRoutes,
});
