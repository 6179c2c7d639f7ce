import type { z } from 'zod';
import { banner, bannerForm, bannerPatch } from '../banners/schema.ts';
import { depositForm, receiptForm } from '../deposits/schema.ts';
import { avatarForm, profileView } from '../profiles/schema.ts';
import { qrCode, qrCodeForm } from '../qr-codes/schema.ts';
import { brand, brandImageForm } from '../settings/schema.ts';
import { statementForm, statementReading } from '../statements/schema.ts';
import { ownTransaction, ownTransactionDetails } from '../transactions/schema.ts';
import { documentForm, verificationDocument } from '../verifications/schema.ts';
import type { UploadName } from './routes.ts';

export const uploadSchemas = {
  requestDeposit: { form: depositForm, answer: ownTransaction },
  requestDepositFor: { form: depositForm, answer: ownTransaction },
  replaceReceipt: { form: receiptForm, answer: ownTransactionDetails },
  changeAvatar: { form: avatarForm, answer: profileView },
  addDocument: { form: documentForm, answer: verificationDocument },
  createQrCode: { form: qrCodeForm, answer: qrCode },
  replaceQrCode: { form: qrCodeForm, answer: qrCode },
  createBanner: { form: bannerForm, answer: banner },
  updateBanner: { form: bannerPatch, answer: banner },
  setBrandImage: { form: brandImageForm, answer: brand },
  importStatement: { form: statementForm, answer: statementReading },
} satisfies Record<UploadName, { form: z.ZodType; answer: z.ZodType }>;

type Schemas = typeof uploadSchemas;
export type UploadForm<Name extends UploadName> = z.input<Schemas[Name]['form']>;
export type ParsedUploadForm<Name extends UploadName> = z.output<Schemas[Name]['form']>;
export type UploadAnswer<Name extends UploadName> = z.output<Schemas[Name]['answer']>;
