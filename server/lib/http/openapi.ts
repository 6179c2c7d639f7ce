import { createRequire } from 'node:module';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';
import { type Authenticate, admitBeforeBody, type RequestContext } from '../gate.ts';
import { describeApi } from './openapi-document.ts';
import { presentFailure, presentMalformed } from './orpc-errors.ts';
import { registerProcedures } from './procedures.ts';

interface OpenApi {
  router: AnyRouter;
  /** The product's name, for the document and its page. */
  title: string;
  authenticate: Authenticate;
  contextOf(request: FastifyRequest, reply: FastifyReply): RequestContext;
}

/** Serves the procedures as REST under `/api`, their document, and a page to try them at `/api/docs`. */
export async function registerOpenApi(app: FastifyInstance, api: OpenApi): Promise<void> {
  const handler = new OpenAPIHandler<RequestContext>(api.router, {
    interceptors: [presentMalformed],
    clientInterceptors: [presentFailure],
  });
  registerProcedures(app, {
    router: api.router,
    address: ({ names, method = 'POST', path = `/${names.join('/')}` }) => ({
      method,
      url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    }),
    gate: (access) => admitBeforeBody(access, api.authenticate),
    readInput: readPlainInput,
    handle: (request, reply) =>
      handler.handle(request, reply, { prefix: '/api', context: api.contextOf(request, reply) }),
  });
  let document: ReturnType<typeof describeApi> | undefined;
  app.get('/api/openapi.json', () => {
    document ??= describeApi(api.router, `${api.title} API`);
    return document;
  });
  await app.register((docs) => registerDocs(docs, api.title));
}

/**
 * Leaves what oRPC makes of brackets and repeated names in a query out: the contract's are flat. A body
 * that is none becomes an empty one, since oRPC reads the connection when it finds none.
 */
async function readPlainInput(request: FastifyRequest): Promise<void> {
  const query = Object.entries(request.query as object); // Fastify's own parser makes it
  const isFlat = query.every(([name, value]) => typeof value === 'string' && !/[[\]\\]/.test(name));
  if (!isFlat) throw appError('INVALID_INPUT');
  if (request.body === undefined) request.body = {};
}

/** The page loads everything from here: the content policy allows neither other hosts nor inline scripts. */
async function registerDocs(app: FastifyInstance, title: string): Promise<void> {
  const page = docsPage(title);
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get('/api/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START_SCRIPT),
  );
  await app.register(fastifyStatic, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    index: false,
    allowedPath: (file) => /^\/swagger-ui(?:-bundle)?\.(?:css|js)$/.test(file),
  });
}

const START_SCRIPT = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
});
`;

function docsPage(title: string): string {
  const name = title.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${name} API</title>
  <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body>
  <main id="api"></main>
  <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
  <script src="/api/docs/start.js"></script>
</body>
</html>
`;
}
