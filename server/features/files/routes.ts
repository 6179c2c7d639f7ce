import { send } from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ImageKind, imageRules } from '#contract/uploads.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import { type Actor, admit } from '#server/lib/gate.ts';
import { authenticate } from '../sessions/service.ts';
import { type FileRow, findFile } from './queries.ts';

/** Section 9 of the specification. Objects never change: a new image has a new id. */
const CACHE_SECONDS = 3600;

const kinds = Object.keys(imageRules) as ImageKind[];

/** Serves stored images to those who may see them: receipts to their owner and administrators, the others to anyone signed in. */
export function registerFileRoutes(app: FastifyInstance, deps: Deps): void {
  const check = authenticate(deps);
  for (const kind of kinds) {
    app.route<{ Params: { fileId: string } }>({
      method: ['GET', 'HEAD'],
      url: `/files/${kind}/:fileId`,
      handler: async (request, reply) => {
        const actor = await admit('user', request, check);
        const file = await getFile(deps, actor, { kind, fileId: request.params.fileId });
        return sendFile(deps, file, request, reply);
      },
    });
  }
}

/** Throws NOT_FOUND, also for a file that the caller may not see: whether an id of someone else exists is not disclosed. */
async function getFile(
  deps: Deps,
  actor: Actor,
  { kind, fileId }: { kind: ImageKind; fileId: string },
): Promise<FileRow> {
  if (!z.uuid().safeParse(fileId).success) throw appError('NOT_FOUND');
  const file = await findFile(deps.db.query, { kind, fileId });
  const isPrivate = kind === 'receipts';
  const isAllowed = !isPrivate || actor.role === 'admin' || file?.userId === actor.userId;
  if (!file || !isAllowed) throw appError('NOT_FOUND');
  return file;
}

async function sendFile(
  deps: Deps,
  file: FileRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = await send(request.raw, `/${file.storageKey}`, {
    root: deps.files.root,
    cacheControl: false,
    contentType: false,
  });
  if (sent.statusCode === 404) throw appError('NOT_FOUND');
  reply.code(sent.statusCode);
  const range = sent.headers['Content-Range'];
  // 412 and 416: what the library says about them is a page, and nobody's image.
  if (sent.type === 'error') return reply.headers(range ? { 'content-range': range } : {}).send();
  return reply
    .headers({
      ...sent.headers,
      // Private: no shared cache may keep it. Vary: nor this browser for whoever signs in next.
      'cache-control': `private, max-age=${CACHE_SECONDS}, immutable`,
      vary: 'cookie',
      'content-type': file.contentType,
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(sent.stream);
}
