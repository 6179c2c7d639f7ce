import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { z } from 'zod';
import { apiKey } from '#contract/api-keys/schema.ts';
import { auditRow } from '#contract/audit/schema.ts';
import { balanceView } from '#contract/balances/schema.ts';
import { bankAccount } from '#contract/bank-accounts/schema.ts';
import { bank } from '#contract/banks/schema.ts';
import { banner } from '#contract/banners/schema.ts';
import { liveEvent } from '#contract/events/schema.ts';
import { notification } from '#contract/notifications/schema.ts';
import { profileView } from '#contract/profiles/schema.ts';
import { qrCode } from '#contract/qr-codes/schema.ts';
import { decisionResult, deskRequest, queuedRequest } from '#contract/review/schema.ts';
import { sessionView } from '#contract/sessions/schema.ts';
import { rejectionReason } from '#contract/settings/schema.ts';
import { siteUrl } from '#contract/site-urls/schema.ts';
import { source } from '#contract/sources/schema.ts';
import {
  adminTransaction,
  beneficiary,
  ownTransaction,
  ownTransactionDetails,
  passbookRow,
  reasonTexts,
  relatedRequest,
  transactionDetails,
} from '#contract/transactions/schema.ts';
import { userDetails, userRow } from '#contract/users/schema.ts';

export const converter = new ZodToJsonSchemaConverter();

const named: Record<string, z.ZodType> = {
  ApiKey: apiKey,
  AuditRecord: auditRow,
  Balance: balanceView,
  Bank: bank,
  BankAccount: bankAccount,
  Banner: banner,
  Beneficiary: beneficiary,
  DecisionResult: decisionResult,
  DeskRequest: deskRequest,
  LiveEvent: liveEvent,
  Notification: notification,
  OwnTransaction: ownTransaction,
  OwnTransactionDetails: ownTransactionDetails,
  PassbookRow: passbookRow,
  Profile: profileView,
  QrCode: qrCode,
  QueuedRequest: queuedRequest,
  ReasonTexts: reasonTexts,
  RejectionReason: rejectionReason,
  RelatedRequest: relatedRequest,
  Session: sessionView,
  SiteUrl: siteUrl,
  Source: source,
  Transaction: adminTransaction,
  TransactionDetails: transactionDetails,
  User: userRow,
  UserDetails: userDetails,
};

export const commonSchemas = Object.fromEntries(
  Object.entries(named).map(([name, schema]) => [name, { schema, strategy: 'output' as const }]),
);

export function answerOf(schema: z.ZodType): object {
  const found = Object.entries(named).find(([, known]) => known === schema);
  return found ? { $ref: `#/components/schemas/${found[0]}` } : schemaOf(schema, 'output');
}

export function schemaOf(schema: z.ZodType, strategy: 'input' | 'output') {
  return converter.convert(schema, { strategy })[1];
}
