import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AnyContractProcedure } from '@orpc/contract';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorTable } from '#contract/shared/errors.ts';
import { PROBLEMS_PATH, problemType, REST_PATH } from '#contract/shared/rest.ts';
import { appError } from '#server/base/errors.ts';
import { type Authenticate, admitBeforeBody, type CallContext } from '../../auth/gate.ts';
import { readIdempotencyKey, takesRequestKey } from '../idempotency-key.ts';
import { keepFailure, presentFailure, toMalformedInputError } from '../orpc-errors.ts';
import { registerProcedures } from '../procedures.ts';
import { servePublicFile } from '../public-files.ts';
import { describeApi } from './document.ts';

const DOCS_PATH = `${REST_PATH}/docs`;

interface OpenApi {
  router: AnyRouter;
  title: string;
  version: string;
  authenticate: Authenticate;
  contextOf(request: FastifyRequest, reply: FastifyReply): CallContext;
}

export function registerOpenApi(app: FastifyInstance, api: OpenApi): void {
  const handler = new OpenAPIHandler<CallContext & { failure?: unknown }>(api.router, {
    interceptors: [keepFailure, toMalformedInputError],
    clientInterceptors: [presentFailure],
  });
  registerProcedures(app, {
    router: api.router,
    address: ({ names, method = 'POST', path = `/${names.join('/')}` }) => ({
      method,
      url: `${REST_PATH}${path.replace(/\{(\w+)\}/g, ':$1')}`,
    }),
    gate: (rule) => admitBeforeBody(rule, api.authenticate),
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
  servePublicFile(app, `${REST_PATH}/openapi.json`, async () => ({
    type: 'application/json; charset=utf-8',
    body: Buffer.from(JSON.stringify(await describeApi(`${api.title} API`, api.version))),
  }));
  registerDocs(app, api.title);
}

/** oRPC would parse nested and repeated parameters, and read a missing body from the connection. */
async function readPlainInput(
  request: FastifyRequest,
  procedure: AnyContractProcedure,
): Promise<void> {
  const query = Object.entries(request.query as object); // Fastify's parser returns an object.
  const isFlat = query.every(([name, value]) => typeof value === 'string' && !/[[\]\\]/.test(name));
  if (!isFlat) throw appError('INVALID_INPUT');
  if (request.body === undefined) request.body = {};
  if (takesRequestKey(procedure)) readIdempotencyKey(request);
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const ASSETS = { 'swagger-ui-bundle.js': JAVASCRIPT, 'swagger-ui.css': 'text/css; charset=utf-8' };

/** The content policy forbids other hosts and inline scripts. */
function registerDocs(app: FastifyInstance, title: string): void {
  const serveText = (url: string, type: string, text: string) =>
    servePublicFile(app, url, () => ({ type, body: Buffer.from(text) }));
  serveText(DOCS_PATH, 'text/html; charset=utf-8', docsPage(title));
  serveText(PROBLEMS_PATH, 'text/html; charset=utf-8', problemsPage(title));
  serveText(`${DOCS_PATH}/start.js`, JAVASCRIPT, START_SCRIPT);
  const folder = path.dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  );
  for (const [name, type] of Object.entries(ASSETS)) {
    servePublicFile(app, `${DOCS_PATH}/assets/${name}`, async () => ({
      type,
      body: await readFile(path.join(folder, name)),
    }));
  }
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

function problemsPage(title: string): string {
  const codes = Object.keys(errorTable) as ErrorCode[]; // The keys are the codes of the closed list.
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
