import { createRequire } from 'node:module';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { AnyContractProcedure } from '@orpc/contract';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { PROBLEMS_PATH, problemType, REST_PATH } from '#contract/rest.ts';
import { appError } from '../errors.ts';
import { type Authenticate, admitBeforeBody, type RequestContext } from '../gate.ts';
import { readIdempotencyKey, takesRequestKey } from './idempotency-key.ts';
import { describeApi } from './openapi-document.ts';
import { keepFailure, presentFailure, presentMalformed } from './orpc-errors.ts';
import { registerProcedures } from './procedures.ts';

const DOCS_PATH = `${REST_PATH}/docs`;

interface OpenApi {
  router: AnyRouter;
  /** The product's name, for the document and its page. */
  title: string;
  authenticate: Authenticate;
  contextOf(request: FastifyRequest, reply: FastifyReply): RequestContext;
}

/** Serves the procedures as REST, their document, and pages that explain it. */
export async function registerOpenApi(app: FastifyInstance, api: OpenApi): Promise<void> {
  const handler = new OpenAPIHandler<RequestContext & { failure?: unknown }>(api.router, {
    interceptors: [keepFailure, presentMalformed],
    clientInterceptors: [presentFailure],
  });
  registerProcedures(app, {
    router: api.router,
    address: ({ names, method = 'POST', path = `/${names.join('/')}` }) => ({
      method,
      url: `${REST_PATH}${path.replace(/\{(\w+)\}/g, ':$1')}`,
    }),
    gate: (asked) => admitBeforeBody(asked, api.authenticate),
    readInput: readPlainInput,
    handle: async (request, reply) => {
      const context: Parameters<typeof handler.handle>[2]['context'] = api.contextOf(
        request,
        reply,
      );
      const handled = await handler.handle(request, reply, { prefix: REST_PATH, context });
      if (context.failure !== undefined) throw context.failure;
      return handled;
    },
  });
  let document: ReturnType<typeof describeApi> | undefined;
  app.get(`${REST_PATH}/openapi.json`, () => {
    document ??= describeApi(`${api.title} API`);
    return document;
  });
  await app.register((docs) => registerDocs(docs, api.title));
}

/**
 * Leaves what oRPC makes of brackets and repeated names in a query out: the contract's are flat. A body
 * that is none becomes an empty one, since oRPC reads the connection when it finds none.
 */
async function readPlainInput(
  request: FastifyRequest,
  procedure: AnyContractProcedure,
): Promise<void> {
  const query = Object.entries(request.query as object); // Fastify's own parser makes it
  const isFlat = query.every(([name, value]) => typeof value === 'string' && !/[[\]\\]/.test(name));
  if (!isFlat) throw appError('INVALID_INPUT');
  if (request.body === undefined) request.body = {};
  if (takesRequestKey(procedure)) readIdempotencyKey(request);
}

/** The page loads everything from here: the content policy allows neither other hosts nor inline scripts. */
async function registerDocs(app: FastifyInstance, title: string): Promise<void> {
  const pages = { [DOCS_PATH]: docsPage(title), [PROBLEMS_PATH]: problemsPage(title) };
  for (const [address, page] of Object.entries(pages)) {
    app.get(address, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  }
  app.get(`${DOCS_PATH}/start.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START_SCRIPT),
  );
  await app.register(fastifyStatic, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: `${DOCS_PATH}/assets/`,
    decorateReply: false,
    index: false,
    allowedPath: (file) => /^\/swagger-ui(?:-bundle)?\.(?:css|js)$/.test(file),
  });
}

const START_SCRIPT = `SwaggerUIBundle({
  url: '${REST_PATH}/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
});
`;

function docsPage(title: string): string {
  return htmlPage(
    `${title} API`,
    `<main id="api"></main>
  <script src="${DOCS_PATH}/assets/swagger-ui-bundle.js"></script>
  <script src="${DOCS_PATH}/start.js"></script>`,
    `<link rel="stylesheet" href="${DOCS_PATH}/assets/swagger-ui.css">`,
  );
}

/** Where the `type` of every problem leads. */
function problemsPage(title: string): string {
  const codes = Object.keys(errorTable) as ErrorCode[]; // the keys are those of the closed list
  const entries = codes.map((code) => {
    const { status, message } = errorTable[code];
    const { title: name } = problemType(code);
    return `<h2 id="${code}">${name}</h2>\n<p><code>${code}</code>, ${status}</p>\n<p>${escapeHtml(message)}</p>`;
  });
  return htmlPage(
    `${title} API: problems`,
    `<main><h1>Problems</h1>\n${entries.join('\n')}\n</main>`,
  );
}

function htmlPage(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)}</title>
  ${head}
</head>
<body>
  ${body}
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
