import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiScope } from '#contract/shared/enums.ts';
import type { Permission } from '#contract/shared/permissions.ts';
import { REST_PATH } from '#contract/shared/rest.ts';
import { type ImageKind, imageRules } from '#contract/uploads/routes.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { FileRouteContext } from '#server/deps/procedures.ts';
import {
  type Actor,
  type Authenticate,
  admit,
  requirePermission,
} from '#server/platform/auth/gate.ts';
import { noteView } from '#server/platform/commands/activity.ts';
import { NoSuchFile } from '#server/platform/files/failures.ts';
import { evaluatePreconditions } from '#server/platform/http/conditions.ts';
import { decryptFile, openFileKey } from '#server/platform/secrets/file-encryption.ts';
import { type FileRow, findFile } from './files.queries.ts';

/** Section 9 of the specification. Objects never change: a new image has a new id. */
const CACHE_SECONDS = 3600;

/** Headers of an image that is opened by itself. Its name is made from the id, because that of the upload is untrusted. */
function safeHeaders({
  kind,
  id,
  contentType,
}: {
  kind: ImageKind;
  id: string;
  contentType: string;
}) {
  const ending = contentType.replace('image/', '');
  return {
    'content-disposition': `inline; filename="${kind}-${id}.${ending}"`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'content-type': contentType,
  };
}

const kinds = Object.keys(imageRules) as ImageKind[];

const SCOPES: Record<ImageKind, ApiScope | undefined> = {
  receipts: 'requests:read',
  'qr-codes': 'content:read',
  avatars: 'users:read',
  documents: undefined,
  'banner-images': 'content:read',
  'brand-images': undefined,
};

/** Images that only their owner and administrators with the permission may see. Each view by another is recorded. */
const PRIVATE: Partial<
  Record<ImageKind, { permission: Permission; action: 'receipt.view' | 'document.view' }>
> = {
  receipts: { permission: 'receipts:read', action: 'receipt.view' },
  documents: { permission: 'documents:read', action: 'document.view' },
};

/** `byRest` authenticates requests below the REST path. */
export function registerFileRoutes(
  app: FastifyInstance,
  { deps, authenticate }: FileRouteContext,
  byRest: Authenticate,
): void {
  const doors = [
    { prefix: '', check: authenticate },
    { prefix: REST_PATH, check: byRest },
  ];
  for (const kind of kinds) for (const door of doors) registerImages(app, deps, { kind, ...door });
}

function registerImages(
  app: FastifyInstance,
  deps: Deps,
  { kind, prefix, check }: { kind: ImageKind; prefix: string; check: Authenticate },
): void {
  app.route<{ Params: { fileId: string } }>({
    method: ['GET', 'HEAD'],
    url: `${prefix}/files/${kind}/:fileId`,
    handler: async (request, reply) => {
      const actor = await admit({ access: 'user', scope: SCOPES[kind] }, request, check);
      const { fileId } = request.params;
      const found = await getFile(deps, actor, { kind, fileId });
      const file = { ...found, kind, id: fileId };
      const ownerId = file.userId;
      const action = PRIVATE[kind]?.action;
      if (action && ownerId !== null) noteView(deps, actor, { action, id: fileId, ownerId });
      if (file.sealedKey !== null) return sendEncrypted(deps, file, reply);
      return sendFile(deps, file, request, reply);
    },
  });
}

/**
 * Throws NOT_FOUND also for a private image of another user, so that its existence is not disclosed; for an administrator without
 * the permission PERMISSION_REQUIRED.
 */
async function getFile(
  deps: Deps,
  actor: Actor,
  { kind, fileId }: { kind: ImageKind; fileId: string },
): Promise<FileRow> {
  if (!z.uuid().safeParse(fileId).success) throw appError('NOT_FOUND');
  const file = await findFile(deps.db.query, { kind, fileId });
  const limits = PRIVATE[kind];
  const isAllowed = !limits || file?.userId === actor.userId;
  if (!isAllowed && actor.role === 'admin') requirePermission(actor, limits.permission);
  if (!file || (!isAllowed && actor.role !== 'admin')) throw appError('NOT_FOUND');
  return file;
}

type SentFile = FileRow & { kind: ImageKind; id: string };

/** Sends a decrypted file, which no browser or proxy may store. Throws FILES_UNAVAILABLE without its key. */
async function sendEncrypted(
  { db, files }: Deps,
  file: SentFile,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, sealedKey, storageKey } = file;
  const fileKey = openFileKey(db.secrets, sealedKey ?? '', id);
  if (!fileKey) throw appError('FILES_UNAVAILABLE');
  const bytes = decryptFile(await files.get(storageKey).catch(asNotFound), fileKey, id);
  return reply.headers({ ...safeHeaders(file), 'cache-control': 'no-store' }).send(bytes);
}

async function sendFile(
  { files }: Deps,
  file: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { byteSize, storageKey } = file;
  const sent = {
    etag: `"${file.sha256}"`,
    'last-modified': file.createdAt.toUTCString(),
    byteSize,
  };
  const wanted = evaluatePreconditions(request.headers, sent);
  const { etag, 'last-modified': modified } = sent;
  // Private: shared caches must not store it. Vary: the browser must not reuse it for the next user.
  const cacheControl = `private, max-age=${CACHE_SECONDS}, immutable`;
  const kept = { etag, 'last-modified': modified, 'cache-control': cacheControl, vary: 'cookie' };
  if (!('range' in wanted)) {
    if (wanted.status === 304) reply.headers(kept);
    if (wanted.status === 416) reply.header('content-range', `bytes */${byteSize}`);
    return reply.code(wanted.status).send();
  }
  const { start, end } = wanted.range;
  const isHead = request.method === 'HEAD';
  // Opens the file before setting headers, so that an error response has none of them.
  const body = isHead ? undefined : await files.read(storageKey, { start, end }).catch(asNotFound);
  if (wanted.status === 206) reply.header('content-range', `bytes ${start}-${end}/${byteSize}`);
  return reply
    .code(wanted.status)
    .headers({
      ...kept,
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...safeHeaders(file),
    })
    .send(body);
}

function asNotFound(error: unknown): never {
  throw error instanceof NoSuchFile ? appError('NOT_FOUND') : error;
}
