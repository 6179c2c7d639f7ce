import { OpenAPIGenerator } from '@orpc/openapi';
import type { AnyRouter } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { z } from 'zod';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { EVENTS_PATH } from '#contract/event-frames.ts';
import { EVENT_POSITION_HEADER } from '#contract/event-position.ts';
import { liveEvent } from '#contract/events.ts';
import { UPLOAD_TYPES } from '#contract/rules.ts';
import { transactionFilters } from '#contract/transactions.ts';
import { uploadSchemas } from '#contract/upload-schemas.ts';
import { imageRules, type UploadName, uploadErrors, uploads } from '#contract/uploads.ts';

const converter = new ZodToJsonSchemaConverter();

/** The OpenAPI 3.1 document of all procedures, and of the routes that are none. */
export async function describeApi(router: AnyRouter, title: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] });
  const document = await generator.generate(router, {
    info: {
      title,
      version: '1',
      description:
        'Amounts are whole paise. Sign in with `POST /sessions`; the session is a cookie. ' +
        'Errors have a `code` of a closed list, an English `message` and its `data`.',
    },
    servers: [{ url: '/api' }],
    security: [{ session: [] }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'wallet_session' } },
    },
  });
  return { ...document, paths: tagged({ ...document.paths, ...filePaths(), ...eventPaths() }) };
}

/** Names each operation's feature, by the first part of its path, so that readers find them together. */
function tagged(paths: Record<string, object | undefined>): Record<string, object> {
  const entries = Object.entries(paths).map(([path, item = {}]) => {
    const tags = [/^\/(?:files\/|api\/)?([a-z-]+)/.exec(path)?.[1] ?? path];
    const parts = Object.entries(item).map(([key, part]) => [
      key,
      isOperation(part) ? { ...part, tags } : part,
    ]);
    return [path, Object.fromEntries(parts)];
  });
  return Object.fromEntries(entries);
}

function isOperation(part: unknown): part is object {
  return typeof part === 'object' && part !== null && 'responses' in part;
}

/** Files are not under `/api`, as the rest of the document is. */
const filesServer = { servers: [{ url: '/' }] };

function filePaths() {
  const downloads = {
    '/files/qr-codes/{id}': {
      ...filesServer,
      get: download('A QR code image, by the id in its `imageUrl`'),
    },
    '/files/avatars/{id}': {
      ...filesServer,
      get: download("A person's picture, by the id in its `avatarUrl`"),
    },
    '/files/banner-images/{id}': {
      ...filesServer,
      get: download('A banner, by the id in its `imageUrl`'),
    },
    '/files/receipts/{id}': {
      ...filesServer,
      get: download('A receipt, for its owner and administrators'),
    },
    '/files/passbook.csv': { ...filesServer, get: csvExport("The caller's passbook as CSV") },
    '/files/transactions.csv': {
      ...filesServer,
      get: csvExport('All transactions as CSV, for administrators'),
    },
  };
  return { ...downloads, ...uploadPaths(downloads) };
}

function eventPaths() {
  const eventId = { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } };
  const position = { description: 'Where the stream begins', schema: { type: 'string' } };
  return {
    [EVENTS_PATH]: {
      servers: [{ url: '/' }],
      get: {
        summary: 'Server-sent events of what the caller may see',
        description:
          '`data` of each is an event as JSON. With the id of the last one heard, or the ' +
          '`event-position` of an answer, the stream resumes after it; where it cannot, `resync` ' +
          'says to fetch everything anew.',
        parameters: [eventId],
        responses: {
          200: {
            description: 'The stream',
            headers: { [EVENT_POSITION_HEADER]: position },
            content: { 'text/event-stream': { schema: schemaOf(liveEvent, 'output') } },
          },
          ...refusals('MISSING_SESSION'),
        },
      },
    },
  };
}

function schemaOf(schema: z.ZodType, strategy: 'input' | 'output') {
  return converter.convert(schema, { strategy })[1];
}

function uploadPaths(downloads: Record<string, object>): Record<string, object> {
  const paths: Record<string, object> = {};
  for (const name of Object.keys(uploads) as UploadName[]) {
    const { method, path } = uploads[name];
    const others = paths[path] ?? downloads[path];
    paths[path] = { ...filesServer, ...others, [method.toLowerCase()]: describeUpload(name) };
  }
  return paths;
}

function describeUpload(name: UploadName) {
  const { path, summary, image } = uploads[name];
  const { form, answer } = uploadSchemas[name];
  const binary = { schema: { type: 'string', format: 'binary' } };
  const megabytes = imageRules[image].maxBytes / 1024 / 1024;
  return {
    summary,
    parameters: [...(path.includes('{id}') ? [pathId('id')] : []), formHeader(form)],
    requestBody: {
      required: true,
      description: `The image itself, at most ${megabytes} MB.`,
      content: Object.fromEntries(UPLOAD_TYPES.map((type) => [type, binary])),
    },
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: schemaOf(answer, 'output') } },
      },
      ...refusals(...uploadErrors(name)),
    },
  };
}

function formHeader(form: z.ZodType) {
  return {
    name: 'Wallet-Form',
    in: 'header',
    required: true,
    description: 'The form as base64url of this JSON.',
    content: { 'application/json': { schema: schemaOf(form, 'input') } },
  };
}

function pathId(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
}

function download(summary: string) {
  return {
    summary,
    parameters: [pathId('id')],
    responses: {
      200: { description: 'The image', content: { 'image/*': {} } },
      206: { description: 'The range asked for', content: { 'image/*': {} } },
      304: { description: 'Unchanged' },
      ...refusals('MISSING_SESSION', 'NOT_FOUND'),
    },
  };
}

function csvExport(summary: string) {
  const { properties = {} } = schemaOf(transactionFilters, 'input');
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }));
  return {
    summary,
    parameters,
    responses: {
      200: { description: 'The rows that match', content: { 'text/csv': {} } },
      ...refusals('MISSING_SESSION', 'INVALID_INPUT'),
    },
  };
}

/** The errors by status, each status with the texts of all that have it. */
function refusals(...codes: ErrorCode[]) {
  const byStatus: Record<number, { description: string }> = {};
  for (const code of new Set(codes)) {
    const { status, message } = errorTable[code];
    const before = byStatus[status] ? `${byStatus[status].description}; ` : '';
    byStatus[status] = { description: `${before}${code}: ${message}` };
  }
  return byStatus;
}
