import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import { files } from '../../db/schema.ts';
import type { Tx } from '../db.ts';
import type { Deps } from '../deps.ts';
import { appError, describeError, toAppError } from '../errors.ts';
import { type Actor, type Authenticate, admit } from '../gate.ts';
import { newId } from '../ids.ts';
import { type CleanImage, cleanImage, documentRules, type ImageRules } from './images.ts';

export type FileKind = (typeof files.$inferSelect)['kind'];

/** An image in the file store; it stays only if the command inserts its row with `insertFile`. */
export interface StoredFile {
  id: string;
  kind: FileKind;
  storageKey: string;
  contentType: string;
  byteSize: number;
  width: number;
  height: number;
  sha256: string;
}

/** What routes outside oRPC need to gate requests as procedures do. */
export interface FileRouteContext {
  deps: Deps;
  authenticate: Authenticate;
}

export interface UploadRoute<Form extends z.ZodType> {
  method: 'POST' | 'PUT';
  path: string;
  access: 'user' | 'admin';
  kind: FileKind;
  /** What the `Wallet-Form` header must hold, as base64url JSON. */
  form: Form;
  /** What an empty body is answered with. */
  required: ErrorCode;
  /** What the image may be and how it is stored; those of documents if not given. */
  rules?: ImageRules;
  /**
   * Does the command and answers JSON. Throwing removes the stored image, and so does `unused`
   * (a repeated request that was answered from its first run).
   */
  handle(upload: {
    actor: Actor;
    form: z.output<Form>;
    file: StoredFile;
    params: Record<string, string>;
  }): Promise<{ answer: object; unused?: boolean }>;
}

/** A body up to so many times the limit is read to its end after a refusal, so that the sender hears the answer. */
const MAX_DRAINED_LIMITS = 4;
const STAGED_FOLDER = 'staged';
/** Objects removed at once. */
const MAX_REMOVALS = 8;
const ORPHAN_AGE_MS = 60 * 60 * 1000;

/**
 * Registers a route that takes an image as its raw body and a form in a header. The caller is
 * gated and the form read before the body is. The raw parser lives in this route's own scope.
 */
export function registerUploadRoute<Form extends z.ZodType>(
  app: FastifyInstance,
  context: FileRouteContext,
  route: UploadRoute<Form>,
): void {
  const rules = route.rules ?? documentRules;
  app.register(async (scope) => {
    const admitted = new WeakMap<FastifyRequest, { actor: Actor; form: z.output<Form> }>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      if (!isTooLarge(error)) throw error;
      if (Number(request.headers['content-length']) <= MAX_DRAINED_LIMITS * rules.maxBytes) {
        reply.removeHeader('connection');
      }
      throw appError(rules.errors.tooLarge);
    });
    scope.route({
      method: route.method,
      url: route.path,
      bodyLimit: rules.maxBytes,
      onRequest: async (request) => {
        const actor = await admit(route.access, request, context.authenticate);
        admitted.set(request, { actor, form: readForm(request, route.form) });
      },
      handler: async (request) => {
        const entry = admitted.get(request);
        if (!entry) throw new Error('An upload passed its gate without an actor');
        if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
          throw appError(route.required);
        }
        const image = await cleanImage(request.body, rules);
        const file = await storeImage(context.deps, route.kind, image);
        const params = request.params as Record<string, string>; // named in the route's path
        return runCommand(context.deps, file, () => route.handle({ ...entry, file, params }));
      },
    });
  });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

function readForm<Form extends z.ZodType>(request: FastifyRequest, form: Form): z.output<Form> {
  const header = request.headers['wallet-form'];
  const text = Buffer.from(typeof header === 'string' ? header : '', 'base64url').toString('utf8');
  const parsed = form.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') || 'Wallet-Form';
  throw appError('INVALID_INPUT', { field });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function storeImage(deps: Deps, kind: FileKind, clean: CleanImage): Promise<StoredFile> {
  const { bytes, extension, ...image } = clean;
  const id = newId();
  const month = deps.clock.now().toISOString().slice(0, 7);
  const storageKey = `${kind}/${month}/${id}.${extension}`;
  await markUnsettled(deps, { markId: id, storageKeys: [storageKey] });
  await deps.files.put(storageKey, bytes);
  return { ...image, id, kind, storageKey, byteSize: bytes.length };
}

/** Objects whose command has not ended, and the UUIDv7 that names the mark which says so. */
interface Unsettled {
  markId: string;
  storageKeys: string[];
}

/** Leaves a mark by which `sweepOrphans` finds the objects, should this server not live to settle them. */
async function markUnsettled(deps: Deps, { markId, storageKeys }: Unsettled): Promise<void> {
  await deps.files.put(`${STAGED_FOLDER}/${markId}`, Buffer.from(storageKeys.join('\n')));
}

async function runCommand(
  deps: Deps,
  file: StoredFile,
  command: () => Promise<{ answer: object; unused?: boolean }>,
): Promise<object> {
  const unsettled = { markId: file.id, storageKeys: [file.storageKey] };
  try {
    const { answer, unused } = await command();
    await (unused ? drop(deps, unsettled) : settle(deps, unsettled.markId));
    return answer;
  } catch (error) {
    // Only these are sure to have rolled back. After any other (a connection lost while
    // committing) the row may be there, and the sweep finds out later.
    if (toAppError(error)) await drop(deps, unsettled);
    throw error;
  }
}

async function settle(deps: Deps, markId: string): Promise<void> {
  await tidy(deps, () => deps.files.remove(`${STAGED_FOLDER}/${markId}`));
}

/** Removes objects, and their mark once all are gone. */
async function drop(deps: Deps, { markId, storageKeys }: Unsettled): Promise<void> {
  await tidy(deps, async () => {
    const limit = pLimit(MAX_REMOVALS);
    await limit.map(storageKeys, (key) => deps.files.remove(key));
    await deps.files.remove(`${STAGED_FOLDER}/${markId}`);
  });
}

/** The command's outcome stands, whatever becomes of the object; the sweep tries again. */
async function tidy(deps: Deps, work: () => Promise<void>): Promise<void> {
  await work().catch((error) => deps.log.warn(describeError(error), 'a stored file was left over'));
}

/** Records a stored image as kept, in the transaction of the command that keeps it. */
export async function insertFile(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { file, userId }: { file: StoredFile; userId: string },
): Promise<void> {
  await tx.orm.insert(files).values({ ...file, userId, createdAt: deps.clock.now() });
}

/**
 * Deletes files' rows in `tx`, and their objects once that has committed. Call it for images that the
 * command replaces or gives up.
 */
export async function deleteFiles(deps: Deps, tx: Tx, fileIds: string[]): Promise<void> {
  const rows = await tx.query<{ storageKey: string }>(
    'DELETE FROM files WHERE id = ANY ($1::uuid[]) RETURNING storage_key AS "storageKey"',
    [fileIds],
  );
  if (rows.length === 0) return;
  const unsettled = { markId: newId(), storageKeys: rows.map(({ storageKey }) => storageKey) };
  await markUnsettled(deps, unsettled);
  tx.afterCommit(() => void drop(deps, unsettled));
}

/**
 * Removes objects that no row of `files` names: those of commands that a crash cut short.
 * Looks only at objects marked unsettled for over an hour, so its cost does not grow with the store.
 */
export async function sweepOrphans(deps: Deps): Promise<void> {
  const deadline = deps.clock.now().getTime() - ORPHAN_AGE_MS;
  for (const mark of await deps.files.list(STAGED_FOLDER)) {
    const markId = mark.slice(STAGED_FOLDER.length + 1);
    if (madeAt(markId) > deadline) continue;
    const marked = (await deps.files.get(mark)).toString('utf8').split('\n');
    const kept = await selectKept(deps, marked);
    await drop(deps, { markId, storageKeys: marked.filter((key) => !kept.has(key)) });
  }
}

async function selectKept({ db }: Deps, storageKeys: string[]): Promise<Set<string>> {
  // By id, which has an index: the last part of a key is the file's id and its extension.
  const ids = storageKeys.map((key) => path.parse(key).name);
  const rows = await db.query<{ storageKey: string }>(
    'SELECT storage_key AS "storageKey" FROM files WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Set(rows.map(({ storageKey }) => storageKey));
}

/** The millisecond a UUIDv7 was made in (RFC 9562: its first 48 bits). */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
