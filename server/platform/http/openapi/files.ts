import type { z } from 'zod';
import { auditFilters } from '#contract/audit/schema.ts';
import { EVENTS_PATH } from '#contract/events/frames.ts';
import { EVENT_POSITION_HEADER } from '#contract/events/position.ts';
import { liveEvent } from '#contract/events/schema.ts';
import { type ApiScope, LANGUAGES } from '#contract/shared/enums.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { REST_PATH } from '#contract/shared/rest.ts';
import { adminTransactionFilters, transactionFilters } from '#contract/transactions/schema.ts';
import {
  rulesOf,
  type Upload,
  type UploadName,
  uploadErrors,
  uploads,
} from '#contract/uploads/routes.ts';
import { UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import { uploadSchemas } from '#contract/uploads/schema.ts';
import { IDEMPOTENCY_KEY, takesKey } from '../idempotency-key.ts';
import { API_KEY_ERRORS, refusals } from './problems.ts';
import { answerOf, schemaOf } from './schemas.ts';

/** These routes are not procedures. Except for images, they require a browser session. */
const outside = { servers: [{ url: '/', description: 'Outside the path of the procedures' }] };
const bySession = { security: [{ session: [] }] };
const SESSION: ErrorCode[] = ['MISSING_SESSION', 'SESSION_USER_NOT_FOUND', 'ACCOUNT_INACTIVE'];

export function pathsOutside(): Record<string, object> {
  const downloads: Record<string, object> = {
    '/files/qr-codes/{id}': image({
      of: 'QrCode',
      summary: 'A QR code image, by the id in its `imageUrl`',
      scope: 'content:read',
    }),
    '/files/avatars/{id}': image({
      of: 'Avatar',
      summary: "A user's picture, by the id in its `avatarUrl`",
      scope: 'users:read',
    }),
    '/files/banner-images/{id}': image({
      of: 'Banner',
      summary: 'A banner, by the id in its `imageUrl`',
      scope: 'content:read',
    }),
    '/files/receipts/{id}': image({
      of: 'Receipt',
      summary: 'A receipt, for its owner and administrators',
      scope: 'requests:read',
    }),
    '/files/documents/{id}': image({
      of: 'Document',
      summary: 'A verification document, for its owner and administrators; each view is recorded',
    }),
    '/files/passbook.csv': csvExport({
      name: 'exportPassbook',
      summary: "The caller's passbook as CSV",
      more: ['TOO_MANY_EXPORTS'],
    }),
    '/files/my-data.zip': { ...outside, get: ownData() },
    '/files/transactions.csv': csvExport({
      name: 'exportTransactions',
      summary: 'All transactions as CSV, for administrators',
      filters: adminTransactionFilters,
      more: ['ADMIN_REQUIRED'],
    }),
    '/files/audit.csv': csvExport({
      name: 'exportAuditCsv',
      summary: 'Audit records as CSV, for administrators; each export is recorded',
      filters: auditFilters,
      more: ['ADMIN_REQUIRED'],
    }),
    '/files/audit.json': csvExport({
      name: 'exportAuditJson',
      summary: 'Audit records as JSON, for administrators; each export is recorded',
      filters: auditFilters,
      type: 'application/json',
      more: ['ADMIN_REQUIRED'],
    }),
  };
  for (const name of Object.keys(uploads) as UploadName[]) {
    const { method, path } = uploads[name];
    const [key, place] = path.startsWith(REST_PATH)
      ? [path.slice(REST_PATH.length), {}]
      : [path, outside];
    downloads[key] = { ...place, ...downloads[key], [method.toLowerCase()]: upload(name) };
  }
  return { ...downloads, [EVENTS_PATH]: { ...outside, get: stream() } };
}

function stream() {
  return {
    operationId: 'events.stream',
    ...bySession,
    summary: 'Server-sent events that the caller may see',
    description:
      '`data` of each is an event as JSON. With the id of the last received event, or the ' +
      '`event-position` of a response, the stream resumes after it; if it cannot, `resync` ' +
      'tells the client to refetch everything.',
    parameters: [{ name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } }],
    responses: {
      200: {
        description: 'The stream',
        headers: { [EVENT_POSITION_HEADER]: { $ref: '#/components/headers/EventPosition' } },
        content: { 'text/event-stream': { schema: answerOf(liveEvent) } },
      },
      ...refusals('GET', ...SESSION),
    },
  };
}

function upload(name: UploadName) {
  const { path, method, summary, ...rule }: Upload = uploads[name];
  const isImage = 'image' in uploads[name];
  const { form, answer } = uploadSchemas[name];
  const { maxBytes } = rulesOf(name);
  return {
    operationId: `files.${name}`,
    ...(rule.scope ? { security: [{ apiKey: [rule.scope] }] } : bySession),
    summary,
    ...(rule.scope && {
      description: `Permission: \`${rule.permission}\`. Scope of API keys: \`${rule.scope}\``,
    }),
    parameters: [
      ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({ ...pathId, name })),
      ...(takesKey(form) ? [{ ...IDEMPOTENCY_KEY, required: false, description: UPLOAD_KEY }] : []),
      {
        ...formHeader(form),
        ...(rule.takesMultipart && { required: false, description: RAW_FORM }),
      },
    ],
    requestBody: {
      required: true,
      description: `The ${isImage ? 'image' : 'file'} itself, at most ${maxBytes / 1024 / 1024} MB.`,
      content: {
        ...(rule.takesMultipart && { 'multipart/form-data': { schema: partsOf(form) } }),
        ...contentOf(isImage),
      },
    },
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: answerOf(answer) } } },
      ...refusals(
        method,
        ...uploadErrors(name),
        ...(rule.scope ? API_KEY_ERRORS : []),
        'FILES_UNAVAILABLE',
      ),
    },
  };
}

function contentOf(isImage: boolean) {
  const types = isImage ? UPLOAD_TYPES : ['application/octet-stream'];
  const schema = { type: 'string', format: 'binary' };
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** The fields of the form, and the image as `file`. The key can be in the header. */
function partsOf(form: z.ZodType) {
  const { properties, required = [], ...others } = schemaOf(form, 'input');
  const file = { type: 'string', format: 'binary' };
  return {
    ...others,
    properties: { ...properties, file },
    required: [...required.filter((name) => name !== 'requestKey'), 'file'],
  };
}

/** A header can't hold JSON directly, because JSON may contain any Unicode character. */
function formHeader(form: z.ZodType) {
  return {
    name: 'Wallet-Form',
    in: 'header',
    required: true,
    description: 'The form: its JSON in UTF-8, as base64url.',
    schema: {
      type: 'string',
      contentEncoding: 'base64url',
      contentMediaType: 'application/json',
      contentSchema: schemaOf(form, 'input'),
    },
  };
}

const UPLOAD_KEY =
  'A UUID chosen once per intent. `requestKey` in the form is the same; one of them is required.';

const RAW_FORM = 'The form of a body that is the image itself.';

const pathId = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

function image({ of, summary, scope }: { of: string; summary: string; scope?: ApiScope }) {
  const content = { 'image/*': { schema: { type: 'string', format: 'binary' } } };
  const etag = { schema: { type: 'string' }, description: 'For `If-None-Match`.' };
  const get = {
    operationId: `files.get${of}`,
    security: [{ session: [] }, ...(scope ? [{ apiKey: [scope] }] : [])],
    summary,
    ...(scope && {
      description: `With an API key only under \`${REST_PATH}\`. Scope: \`${scope}\``,
    }),
    parameters: [pathId],
    responses: {
      200: { description: 'The image', headers: { ETag: etag }, content },
      206: { description: 'The requested range', headers: { ETag: etag }, content },
      304: { description: 'Unchanged' },
      412: { description: 'A condition of the request is not met' },
      416: { description: 'The range does not exist' },
      ...refusals('GET', ...SESSION, ...API_KEY_ERRORS, 'NOT_FOUND', 'FILES_UNAVAILABLE'),
    },
  };
  const servers = [...outside.servers, { url: REST_PATH, description: 'For programs' }];
  return { ...outside, get: { ...get, servers } };
}

function ownData() {
  const content = { 'application/zip': { schema: { type: 'string', format: 'binary' } } };
  return {
    operationId: 'files.downloadOwnData',
    ...bySession,
    summary: "All data of the caller's account as a ZIP archive; each download is recorded",
    parameters: [{ name: 'language', in: 'query', schema: { type: 'string', enum: LANGUAGES } }],
    responses: {
      200: { description: 'The archive', content },
      ...refusals(
        'GET',
        ...SESSION,
        ...(['PASSWORD_CHANGE_REQUIRED', 'EXPORT_RUNNING', 'TOO_MANY_EXPORTS'] as const),
        'INVALID_INPUT',
      ),
    },
  };
}

interface Export {
  name: string;
  summary: string;
  filters?: z.ZodObject;
  type?: 'text/csv' | 'application/json';
  more?: ErrorCode[];
}

function csvExport({
  name,
  summary,
  filters = transactionFilters,
  type = 'text/csv',
  more = [],
}: Export) {
  const { properties = {} } = schemaOf(filters, 'input');
  const parameters = Object.entries(properties).map(([field, schema]) => ({
    name: field,
    in: 'query',
    schema,
  }));
  const get = {
    operationId: `files.${name}`,
    ...bySession,
    summary,
    parameters,
    responses: {
      200: {
        description: 'The matching rows',
        content: {
          [type]: { schema: type === 'text/csv' ? { type: 'string' } : { type: 'array' } },
        },
      },
      ...refusals('GET', ...SESSION, ...more, 'INVALID_INPUT'),
    },
  };
  return { ...outside, get };
}
