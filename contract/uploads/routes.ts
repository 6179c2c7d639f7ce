import { MAX_BANNER_BYTES, MAX_BANNER_HEIGHT, MAX_BANNER_WIDTH } from '../banners/rules.ts';
import { MAX_BRAND_SIDE } from '../branding/rules.ts';
import type { ApiScope, ApprovalKind } from '../shared/enums.ts';
import { ACTING, type ErrorCode } from '../shared/errors.ts';
import type { Audience } from '../shared/permissions.ts';
import { MAX_STATEMENT_BYTES } from '../statements/rules.ts';
import { MAX_UPLOAD_BYTES } from './rules.ts';

export interface ImageRules {
  maxBytes: number;
  /** Maximum stored size: larger images are scaled down in proportion. */
  bound?: { width: number; height: number };
  /** WebP quality (1 to 100) of the stored image. If missing, the original format is kept. */
  webpQuality?: number;
  /** Whether duplicates are found by hashes. */
  isHashed?: boolean;
  /** Whether the image's QR code is read. */
  isRead?: boolean;
  errors: { required: ErrorCode; type: ErrorCode; tooLarge: ErrorCode };
}

/** Receipts, documents and QR codes have no bound, so that they stay readable. */
export const imageRules = {
  receipts: {
    maxBytes: MAX_UPLOAD_BYTES,
    isHashed: true,
    errors: { required: 'FILE_REQUIRED', type: 'FILE_TYPE', tooLarge: 'FILE_TOO_LARGE' },
  },
  'qr-codes': {
    maxBytes: MAX_UPLOAD_BYTES,
    isRead: true,
    errors: {
      required: 'QR_CODE_IMAGE_REQUIRED',
      type: 'QR_CODE_IMAGE_TYPE',
      tooLarge: 'QR_CODE_IMAGE_TOO_LARGE',
    },
  },
  avatars: {
    maxBytes: MAX_UPLOAD_BYTES,
    // Twice the largest displayed size, for high-density screens.
    bound: { width: 512, height: 512 },
    errors: { required: 'AVATAR_TYPE', type: 'AVATAR_TYPE', tooLarge: 'AVATAR_TOO_LARGE' },
  },
  documents: {
    maxBytes: MAX_UPLOAD_BYTES,
    errors: { required: 'DOCUMENT_REQUIRED', type: 'FILE_TYPE', tooLarge: 'FILE_TOO_LARGE' },
  },
  'brand-images': {
    maxBytes: MAX_UPLOAD_BYTES,
    bound: { width: MAX_BRAND_SIDE, height: MAX_BRAND_SIDE },
    errors: { required: 'FILE_REQUIRED', type: 'FILE_TYPE', tooLarge: 'FILE_TOO_LARGE' },
  },
  'banner-images': {
    maxBytes: MAX_BANNER_BYTES,
    bound: { width: MAX_BANNER_WIDTH, height: MAX_BANNER_HEIGHT },
    webpQuality: 85,
    errors: {
      required: 'BANNER_IMAGE_REQUIRED',
      type: 'BANNER_IMAGE_TYPE',
      tooLarge: 'BANNER_IMAGE_TOO_LARGE',
    },
  },
} as const satisfies Record<string, ImageRules>;

export type ImageKind = keyof typeof imageRules;

/** Uploads that are read and not stored. */
export const documentRules = {
  statements: {
    maxBytes: MAX_STATEMENT_BYTES,
    errors: { required: 'STATEMENT_REQUIRED', tooLarge: 'STATEMENT_TOO_LARGE' },
  },
} as const satisfies Record<string, FileRules>;

type DocumentKind = keyof typeof documentRules;

export interface FileRules {
  maxBytes: number;
  errors: { required: ErrorCode; tooLarge: ErrorCode };
}

export type Upload = Audience & {
  method: 'POST' | 'PUT';
  path: `/files/${string}` | `/api/v1/${string}`;
  /** Scope of API keys; only below `/api/v1`. */
  scope?: ApiScope;
  keysOnly?: true;
  /** Whether the form and the image can also be the parts of a multipart body. */
  takesMultipart?: true;
  summary: string;
  /** Kinds of second approvals that what was uploaded can need. */
  approval?: readonly ApprovalKind[];
  stepUp?: 'always';
  /** Errors of the form; `uploadErrors` adds those of the image. */
  errors: readonly ErrorCode[];
} & ({ image: ImageKind } | { document: DocumentKind });

const PAYEE_ERRORS = [
  'INVALID_UPI_ID',
  'PAYEE_NAME_REQUIRED',
  'INVALID_MERCHANT_CODE',
  'OTHER_UPI_ID_IN_IMAGE',
] as const;

const DEPOSIT_ERRORS = [
  'ACCOUNT_FROZEN',
  'INVALID_DEPOSIT_AMOUNT',
  'DEPOSIT_ABOVE_MAXIMUM',
  'UTR_REQUIRED',
  'INVALID_UTR',
  'DEPOSIT_ABOVE_LIMIT',
  'DEPOSIT_DAY_LIMIT',
  'DEPOSIT_MONTH_LIMIT',
  'QR_CODE_NOT_FOUND',
  'TOO_MANY_PENDING',
  'TOO_MANY_REQUESTS_TODAY',
  'IDEMPOTENCY_CONFLICT',
  'REQUEST_CANCELLED',
] as const;

/** The image is the raw body; the form is base64url JSON in the `Wallet-Form` header. */
export const uploads = {
  requestDeposit: {
    method: 'POST',
    path: '/files/deposits',
    summary: 'Request a deposit with its receipt',
    access: 'user',
    image: 'receipts',
    errors: DEPOSIT_ERRORS,
  },
  requestDepositFor: {
    method: 'POST',
    path: '/api/v1/users/{userId}/deposits',
    summary: 'Request a deposit for a user, within their limits; the user is notified',
    access: 'admin',
    permission: 'users:manage',
    scope: 'deposits:create',
    keysOnly: true,
    takesMultipart: true,
    image: 'receipts',
    errors: [...DEPOSIT_ERRORS, ...ACTING, 'API_KEY_LIMIT'],
  },
  replaceReceipt: {
    method: 'PUT',
    path: '/files/deposits/{id}/receipt',
    summary: "Replace the receipt of the caller's pending deposit",
    access: 'user',
    image: 'receipts',
    errors: ['TRANSACTION_NOT_FOUND', 'REQUEST_DECIDED', 'TOO_MANY_REPLACEMENTS'],
  },
  changeAvatar: {
    method: 'POST',
    path: '/files/avatars',
    summary: "Change the caller's picture",
    access: 'user',
    image: 'avatars',
    errors: [],
  },
  addDocument: {
    method: 'POST',
    path: '/files/documents',
    summary: 'Upload a verification document, which is stored encrypted',
    access: 'user',
    image: 'documents',
    errors: [
      'DOCUMENTS_UNAVAILABLE',
      'INVALID_PAN',
      'INVALID_AADHAAR',
      'VERIFICATION_WAITING',
      'TOO_MANY_DOCUMENTS',
      'TOO_MANY_DOCUMENTS_TODAY',
    ],
  },
  createQrCode: {
    method: 'POST',
    path: '/files/qr-codes',
    summary: 'Add a QR code',
    access: 'admin',
    permission: 'payment-details:manage',
    image: 'qr-codes',
    approval: ['qrCode'],
    stepUp: 'always',
    errors: ['QR_CODE_NAME_REQUIRED', ...PAYEE_ERRORS, 'TOO_MANY_APPROVALS', 'LIST_FULL'],
  },
  replaceQrCode: {
    method: 'PUT',
    path: '/files/qr-codes/{id}',
    summary: 'Replace a QR code with its image',
    access: 'admin',
    permission: 'payment-details:manage',
    image: 'qr-codes',
    approval: ['qrCode'],
    stepUp: 'always',
    errors: ['QR_CODE_NOT_FOUND', 'QR_CODE_NAME_REQUIRED', ...PAYEE_ERRORS, 'TOO_MANY_APPROVALS'],
  },
  createBanner: {
    method: 'POST',
    path: '/files/banners',
    summary: 'Add a banner',
    access: 'admin',
    permission: 'content:manage',
    image: 'banner-images',
    stepUp: 'always',
    errors: ['BANNER_TITLE_REQUIRED', 'INVALID_URL', 'LIST_FULL'],
  },
  updateBanner: {
    method: 'PUT',
    path: '/files/banners/{id}',
    summary: 'Change a banner with its image',
    access: 'admin',
    permission: 'content:manage',
    image: 'banner-images',
    stepUp: 'always',
    errors: ['BANNER_NOT_FOUND', 'BANNER_TITLE_REQUIRED', 'INVALID_URL'],
  },
  setBrandImage: {
    method: 'PUT',
    path: '/files/brand-images/{id}',
    summary: "Set the operator's `logo` or `icon`",
    access: 'admin',
    permission: 'settings:manage',
    image: 'brand-images',
    stepUp: 'always',
    errors: ['NOT_FOUND', 'BRAND_ICON_TOO_SMALL'],
  },
  importStatement: {
    method: 'POST',
    path: '/files/statements',
    summary: 'Preview or import a bank statement, which is read and not stored',
    access: 'admin',
    permission: 'statements:import',
    document: 'statements',
    errors: [
      'STATEMENT_UNREADABLE',
      'STATEMENT_READERS_BUSY',
      'STATEMENT_ACCOUNT_NOT_FOUND',
      'IDEMPOTENCY_CONFLICT',
      'STEP_UP_REQUIRED',
    ],
  },
} as const satisfies Record<string, Upload>;

export type UploadName = keyof typeof uploads;
export type DocumentUploadName = 'importStatement';
export type ImageUploadName = Exclude<UploadName, DocumentUploadName>;

export function rulesOf(name: UploadName): FileRules {
  const upload = uploads[name];
  return 'image' in upload ? imageRules[upload.image] : documentRules[upload.document];
}

/** Image kinds that count against a user's storage quota; images published by administrators do not. */
export const COUNTED_IMAGES: readonly ImageKind[] = ['receipts', 'avatars', 'documents'];

/** Image kinds that are stored encrypted. */
export const ENCRYPTED_IMAGES: readonly ImageKind[] = ['documents'];

export function uploadErrors(name: UploadName): ErrorCode[] {
  const { access, errors } = uploads[name];
  const upload: Upload = uploads[name];
  const image = 'image' in upload ? upload.image : undefined;
  return [
    ...Object.values(rulesOf(name).errors),
    ...errors,
    ...(image ? (['FILE_TOO_MANY_PIXELS', 'FILE_UNREADABLE'] as const) : []),
    'FILE_INFECTED',
    'TOO_MANY_UPLOADS',
    'UPLOADS_BUSY',
    ...(image && COUNTED_IMAGES.includes(image) ? (['STORAGE_FULL'] as const) : []),
    'MISSING_SESSION',
    'SESSION_USER_NOT_FOUND',
    'ACCOUNT_INACTIVE',
    'SECOND_FACTOR_REQUIRED_BY_POLICY',
    ...('stepUp' in uploads[name] ? (['STEP_UP_REQUIRED'] as const) : []),
    ...(access === 'admin' ? (['ADMIN_REQUIRED', 'PERMISSION_REQUIRED'] as const) : []),
    'INVALID_INPUT',
  ];
}
