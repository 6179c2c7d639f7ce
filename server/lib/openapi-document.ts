import { OpenAPIGenerator } from '@orpc/openapi';
import type { AnyRouter } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { z } from 'zod';
import { banner, bannerForm, bannerPatch } from '#contract/banners.ts';
import { depositForm } from '#contract/deposits.ts';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { EVENTS_PATH } from '#contract/event-frames.ts';
import { EVENT_POSITION_HEADER } from '#contract/event-position.ts';
import { liveEvent } from '#contract/events.ts';
import { avatarForm, profileView } from '#contract/profiles.ts';
import { qrCode, qrCodeForm } from '#contract/qr-codes.ts';
import { ownTransaction, transactionFilters } from '#contract/transactions.ts';

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

function filePaths() {
  const routes = { servers: [{ url: '/' }] };
  return {
    '/files/deposits': {
      ...routes,
      post: upload('Request a deposit with its receipt', depositForm, ownTransaction),
    },
    '/files/qr-codes': { ...routes, post: upload('Add a QR code', qrCodeForm, qrCode) },
    '/files/qr-codes/{id}': {
      ...routes,
      put: {
        ...upload('Replace a QR code with its image', qrCodeForm, qrCode),
        parameters: [pathId('id'), formHeader(qrCodeForm)],
      },
      get: download('A QR code image, by the id in its `imageUrl`'),
    },
    '/files/avatars': {
      ...routes,
      post: upload("Change the caller's picture", avatarForm, profileView),
    },
    '/files/avatars/{id}': {
      ...routes,
      get: download("A person's picture, by the id in its `avatarUrl`"),
    },
    '/files/banners': {
      ...routes,
      post: upload('Add a banner, its image of at most 10 MB', bannerForm, banner),
    },
    '/files/banners/{id}': {
      ...routes,
      put: {
        ...upload('Change a banner with its image', bannerPatch, banner),
        parameters: [pathId('id'), formHeader(bannerPatch)],
      },
    },
    '/files/banner-images/{id}': {
      ...routes,
      get: download('A banner, by the id in its `imageUrl`'),
    },
    '/files/receipts/{id}': {
      ...routes,
      get: download('A receipt, for its owner and administrators'),
    },
    '/files/passbook.csv': { ...routes, get: csvExport("The caller's passbook as CSV") },
    '/files/transactions.csv': {
      ...routes,
      get: csvExport('All transactions as CSV, for administrators'),
    },
  };
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

function upload(summary: string, form: z.ZodType, answer: z.ZodType) {
  const binary = { schema: { type: 'string', format: 'binary' } };
  return {
    summary,
    parameters: [formHeader(form)],
    requestBody: {
      required: true,
      description: 'The image itself, at most 5 MB.',
      content: { 'image/jpeg': binary, 'image/png': binary, 'image/webp': binary },
    },
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: schemaOf(answer, 'output') } },
      },
      ...refusals('FILE_TYPE', 'FILE_TOO_LARGE', 'MISSING_SESSION', 'INVALID_INPUT'),
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

function refusals(...codes: ErrorCode[]) {
  return Object.fromEntries(
    codes.map((code) => [errorTable[code].status, { description: errorTable[code].message }]),
  );
}
