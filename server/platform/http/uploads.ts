import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type DocumentUploadName,
  type ImageRules,
  type ImageUploadName,
  imageRules,
  rulesOf,
  type UploadName,
  uploads,
} from '#contract/uploads/routes.ts';
import {
  type ParsedUploadForm,
  type UploadAnswer,
  uploadSchemas,
} from '#contract/uploads/schema.ts';
import { appError, CallerGone, invalidFields } from '../../base/errors.ts';
import { type AccessRequirement, type Actor, type Authenticate, admit } from '../auth/gate.ts';
import { discardDrafts, diskWrites } from '../files/disk-writes.ts';
import { asStoreOutage } from '../files/failures.ts';
import type { ImageWork } from '../files/image-work.ts';
import { cleanImage } from '../files/images.ts';
import { type ImageDeps, keepImage, type StoredFile } from '../files/stored-images.ts';
import { takesKey, withRequestKey } from './idempotency-key.ts';
import { hasLoneSurrogates } from './json-body.ts';
import { isMultipart, MULTIPART_EXTRA_BYTES, readMultipart } from './multipart.ts';
import { refuseViruses, type ScanDeps } from './upload-scan.ts';

export interface FileRouteContext {
  deps: ImageDeps & ScanDeps & { imageWork: ImageWork };
  authenticate: Authenticate;
}

/** If it throws or returns `unused` (the request was a repetition), the stored image is removed. */
type Handle<Name extends UploadName> = (upload: {
  actor: Actor;
  form: ParsedUploadForm<Name>;
  file: StoredFile;
  params: Record<string, string>;
}) => Promise<{ answer: UploadAnswer<Name>; unused?: boolean }>;

interface Entry<Form> {
  actor: Actor;
  /** Undefined if it is in a multipart body. */
  form: Form | undefined;
  signal: AbortSignal;
}

/** Registers the upload of an image, which is decoded, encoded again and stored. */
export function registerUpload<Name extends ImageUploadName>(
  app: FastifyInstance,
  context: FileRouteContext,
  { name, handle }: { name: Name; handle: Handle<Name> },
): void {
  const { deps } = context;
  const { image: kind } = uploads[name];
  const rules: ImageRules = imageRules[kind];
  registerRoute(app, context, name, async ({ source, signal, ...upload }) => {
    const target = await deps.files.newDraft();
    try {
      const image = await cleanImage(deps.imageWork, { source, target, rules, signal });
      signal.throwIfAborted();
      return await keepImage(deps, { kind, image, draft: target }, (file) => {
        // A sender who left during the write may have looked the request up, and found that it was not received.
        signal.throwIfAborted();
        return handle({ ...upload, file });
      });
    } finally {
      await discardDrafts([target]);
    }
  });
}

/** Registers the upload of a document, which is read and not stored. */
export function registerDocumentUpload<Name extends DocumentUploadName>(
  app: FastifyInstance,
  context: FileRouteContext,
  {
    name,
    handle,
  }: {
    name: Name;
    handle: (upload: {
      actor: Actor;
      form: ParsedUploadForm<Name>;
      /** The path of the file, which is removed afterwards. */
      source: string;
    }) => Promise<UploadAnswer<Name>>;
  },
): void {
  registerRoute(app, context, name, async ({ source, signal, actor, form }) => {
    signal.throwIfAborted();
    return handle({ actor, form, source });
  });
}

interface Received<Name extends UploadName> {
  actor: Actor;
  form: ParsedUploadForm<Name>;
  params: Record<string, string>;
  /** The draft with the whole body, which is removed afterwards. */
  source: string;
  signal: AbortSignal;
}

/** Access is checked before the body is read, and again afterwards, because that can be minutes later. */
function registerRoute<Name extends UploadName>(
  app: FastifyInstance,
  { deps, authenticate }: FileRouteContext,
  name: Name,
  process: (received: Received<Name>) => Promise<object>,
): void {
  const { method, path } = uploads[name];
  const requirement: AccessRequirement = uploads[name];
  const rules = rulesOf(name);
  const check = (request: FastifyRequest) => admit(requirement, request, authenticate);
  const partsOf = (request: FastifyRequest) =>
    'takesMultipart' in uploads[name] && isMultipart(request.headers['content-type']);
  const limitOf = (request: FastifyRequest) =>
    rules.maxBytes + (partsOf(request) ? MULTIPART_EXTRA_BYTES : 0);
  const entries = new WeakMap<FastifyRequest, Entry<ParsedUploadForm<Name>>>();
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = await check(request);
    const form = partsOf(request) ? undefined : readFormHeader(request, name);
    if (Number(request.headers['content-length']) > limitOf(request)) {
      throw appError(rules.errors.tooLarge);
    }
    entries.set(request, { actor, form, signal: await takeTurn(deps, actor, reply) });
  };
  const receiveAndHandle = async (request: FastifyRequest) => {
    const entry = entries.get(request);
    if (!entry) throw new Error('An upload passed its gate without an actor');
    const { signal } = entry;
    const [body, part] = [await deps.files.newDraft(), await deps.files.newDraft()];
    try {
      const received = await receive(request.body, { file: body, maxBytes: limitOf(request) });
      if (received === undefined) throw appError(rules.errors.tooLarge);
      const sent = entry.form
        ? { form: entry.form, source: body, byteSize: received }
        : await unpack(request, name, { body, part });
      if (sent.byteSize > rules.maxBytes) throw appError(rules.errors.tooLarge);
      if (sent.byteSize === 0) throw appError(rules.errors.required);
      await refuseViruses(deps, request, { actor: entry.actor, file: sent.source, signal });
      const actor = await check(request);
      const params = request.params as Record<string, string>; // named in the route's path
      return await process({ actor, form: sent.form, params, source: sent.source, signal });
    } catch (error) {
      throw asStoreOutage(error);
    } finally {
      await discardDrafts([body, part]);
    }
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.route({
      method,
      url: path.replace(/\{(\w+)\}/, ':$1'),
      bodyLimit: rules.maxBytes + MULTIPART_EXTRA_BYTES,
      onRequest: enter,
      handler: receiveAndHandle,
    });
  });
}

async function takeTurn(
  deps: { imageWork: ImageWork },
  actor: Actor,
  reply: FastifyReply,
): Promise<AbortSignal> {
  const controller = new AbortController();
  const { signal } = controller;
  if (reply.raw.destroyed) throw new CallerGone();
  reply.raw.once('close', () => controller.abort(new CallerGone()));
  const leave = await deps.imageWork.enter(actor.userId, signal);
  if (signal.aborted) leave();
  signal.throwIfAborted();
  reply.raw.once('close', leave);
  return signal;
}

/** Returns the size, or undefined as soon as it exceeds `maxBytes`. Throws CallerGone if the body is incomplete. */
async function receive(
  body: unknown,
  { file, maxBytes }: { file: string; maxBytes: number },
): Promise<number | undefined> {
  if (!(body instanceof Readable)) return 0;
  const handle = await diskWrites.run(
    () => open(file, 'wx', 0o600),
    (late) => late.close(),
  );
  let byteSize = 0;
  try {
    // Destroying the body would also destroy the connection and thus the response.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      byteSize += chunk.length;
      if (byteSize > maxBytes) break;
      // Small writes share the thread pool fairly. Larger ones delay others by seconds during a hundred uploads.
      await diskWrites.run(() => handle.write(chunk));
    }
  } catch (error) {
    // A body that was read completely is destroyed too. In that case the disk failed.
    throw body.readableAborted ? new CallerGone({ cause: error }) : error;
  } finally {
    // It waits for the last write, which may not end.
    const closing = handle.close();
    if (diskWrites.isStopped) closing.catch(() => undefined);
    else await closing;
    body.resume();
  }
  return byteSize > maxBytes ? undefined : byteSize;
}

async function unpack<Name extends UploadName>(
  { headers }: FastifyRequest,
  name: Name,
  { body, part }: { body: string; part: string },
): Promise<{ form: ParsedUploadForm<Name>; source: string; byteSize: number }> {
  const type = headers['content-type'] ?? '';
  const { fields, byteSize = 0 } = await readMultipart({ source: body, target: part }, type);
  return { form: parseForm(name, fields, headers), source: part, byteSize };
}

function readFormHeader<Name extends UploadName>(
  request: FastifyRequest,
  name: Name,
): ParsedUploadForm<Name> {
  const header = request.headers['wallet-form'];
  const text = Buffer.from(typeof header === 'string' ? header : '', 'base64url').toString('utf8');
  const given = parseJson(text);
  if (given === undefined) throw appError('INVALID_INPUT', { field: 'Wallet-Form' });
  return parseForm(name, given, request.headers);
}

function parseForm<Name extends UploadName>(
  name: Name,
  given: unknown,
  headers: FastifyRequest['headers'],
): ParsedUploadForm<Name> {
  const { form } = uploadSchemas[name];
  const sent = takesKey(form) ? withRequestKey(given, headers) : given;
  const parsed = form.safeParse(sent);
  if (parsed.success) return parsed.data as ParsedUploadForm<Name>; // Parsed with the schema of this name.
  throw invalidFields(parsed.error.issues);
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return hasLoneSurrogates(text, value) ? undefined : value;
  } catch {
    return undefined;
  }
}
