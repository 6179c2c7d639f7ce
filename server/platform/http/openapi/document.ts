import {
  type AnyContractProcedure,
  type AnyContractRouter,
  ContractProcedure,
} from '@orpc/contract';
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { contract } from '#contract/contract.ts';
import { EVENT_POSITION_HEADER } from '#contract/events/position.ts';
import type { Access } from '#contract/shared/base.ts';
import { API_SCOPES } from '#contract/shared/enums.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { PROBLEM_TYPE, PROBLEMS_PATH, REST_PATH } from '#contract/shared/rest.ts';
import { describeWebhooks } from '#server/platform/http/openapi/openapi-webhooks.ts';
import { type AccessRule, accessRuleOf } from '../../auth/gate.ts';
import { IDEMPOTENCY_KEY, takesRequestKey } from '../idempotency-key.ts';
import { examplesOf } from './examples.ts';
import { pathsOutside } from './files.ts';
import { API_KEY_ERRORS, problemComponents, refusals } from './problems.ts';
import { commonSchemas, converter } from './schemas.ts';

type Operation = OpenAPI.OperationObject;

const DESCRIPTION = `**Amounts.** A request contains rupees as a text (\`"1234.50"\`), because a JSON float would be rounded.
A response contains whole paise as a number (\`123450\`), in fields that end in \`Paise\`;
sums over all users are texts of digits, because they may exceed 2^53.

**Authentication.** A program sends an API key, \`Authorization: Bearer wlt_…\`, and may call the operations whose scope
the key has; a browser signs in by \`POST /sessions\`, which sets a cookie. If a request has a key, its cookie is ignored.

**Retries.** A command with an \`Idempotency-Key\` takes effect once, however often it is
sent with that key; the same key with other contents is refused with \`IDEMPOTENCY_CONFLICT\`.

**Errors** are \`${PROBLEM_TYPE}\` (RFC 9457) with a \`code\` of a closed list: [all of
them](${PROBLEMS_PATH}). Malformed input lists its fields in \`errors\`. An unknown path is a 404, an unsupported method of a path a 405 with \`Allow\`.

**Lists** are paged: \`nextCursor\` of a page is the \`cursor\` of the next.`;

export async function describeApi(title: string, version: string): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] });
  const generated = await generator.generate(withSpecs(), {
    info: {
      title,
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: REST_PATH }],
    components: components(),
    commonSchemas,
  });
  const paths = tagged({ ...generated.paths, ...pathsOutside() });
  const document = { ...generated, paths, webhooks: describeWebhooks() } as OpenAPI.Document; // The parts are literals, whose strings TypeScript widens.
  return withoutUnused(withoutNativeTypes(document));
}

function components(): OpenAPI.ComponentsObject {
  const { headers, ...others } = problemComponents;
  const position = {
    description:
      'The event position of this response: a stream that starts here misses no later change.',
    schema: { type: 'string' },
  };
  const cookie = {
    type: 'apiKey',
    in: 'cookie',
    name: 'wallet_session',
    description: 'Set by `POST /sessions`. Over https its name is `__Host-wallet_session`.',
  };
  const bearer = {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'wlt_…',
    description:
      'An API key, created at `/admin/settings/api`. It acts as the administrator who created it, within its scopes. ' +
      `Scopes: ${API_SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
  };
  const made = {
    ...others,
    headers: { ...headers, EventPosition: position },
    securitySchemes: { session: cookie, apiKey: bearer },
  };
  return made as OpenAPI.ComponentsObject; // The parts are literals, whose strings TypeScript widens.
}

function withSpecs() {
  const features = Object.entries(contract).map(([feature, procedures]) => [
    feature,
    Object.fromEntries(Object.entries(procedures).map(([name, made]) => [name, withSpec(made)])),
  ]);
  return Object.fromEntries(features) as Record<string, AnyContractRouter>; // `fromEntries` loses the types.
}

function withSpec(procedure: AnyContractProcedure): AnyContractProcedure {
  const definition = procedure['~orpc'];
  const spec = (operation: Operation) => finishOperation(operation, procedure);
  return new ContractProcedure({ ...definition, route: { ...definition.route, spec } });
}

function finishOperation(operation: Operation, procedure: AnyContractProcedure): Operation {
  const { errorMap, route } = procedure['~orpc'];
  const declared = Object.keys(errorMap) as ErrorCode[]; // The contract declares no other codes.
  const rule = accessRuleOf(procedure);
  const { access, scope } = rule;
  const ofCommands: ErrorCode[] = route.method === 'GET' ? [] : ['API_KEY_LIMIT'];
  const ofKeys: ErrorCode[] = scope ? [...API_KEY_ERRORS, ...ofCommands] : [];
  const ofRepeats: ErrorCode[] = takesRequestKey(procedure) ? ['IDEMPOTENCY_CONFLICT'] : [];
  const examples = examplesOf(operation.operationId ?? '');
  return {
    ...operation,
    ...description(rule),
    security: security(rule),
    parameters: [
      ...(operation.parameters ?? []).map(plainParameter),
      ...(takesRequestKey(procedure) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(operation.requestBody && { requestBody: body(operation.requestBody, examples.request) }),
    responses: {
      200: answer(operation, access, examples.response),
      ...refusals(route.method ?? 'POST', ...declared, ...ofKeys, ...ofRepeats),
    },
  } as Operation; // The parts are literals, whose strings TypeScript widens.
}

function security(rule: AccessRule) {
  if (rule.access === 'public') return [];
  const bySession = rule.keysOnly ? [] : [{ session: [] }];
  return [...bySession, ...(rule.scope ? [{ apiKey: [rule.scope] }] : [])];
}

function description(rule: AccessRule): { description?: string } {
  const { scope } = rule;
  const parts = [
    ...(rule.access === 'admin' ? [`Permission: \`${rule.permission}\``] : []),
    ...(scope ? [`Scope of API keys: \`${scope}\``] : []),
  ];
  return parts.length > 0 ? { description: parts.join('. ') } : {};
}

function plainParameter(parameter: object): object {
  const { allowEmptyValue: _, allowReserved: __, ...plain } = parameter as Record<string, unknown>;
  return plain;
}

function body(given: NonNullable<Operation['requestBody']>, example: unknown) {
  if ('$ref' in given) return given;
  const { schema } = given.content['application/json'] ?? {};
  const json = { schema: withoutKey(schema), ...(example !== undefined && { example }) };
  return { ...given, content: { 'application/json': json } };
}

function withoutKey(schema: object | undefined): object {
  const { properties, required, ...others } = (schema ?? {}) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  if (!properties?.requestKey) return schema ?? {};
  const { requestKey: _, ...left } = properties;
  return {
    ...others,
    properties: left,
    required: required?.filter((name) => name !== 'requestKey'),
  };
}

function answer({ operationId, responses }: Operation, access: Access, example: unknown) {
  const given = responses?.['200'];
  const { schema } = (given && 'content' in given && given.content?.['application/json']) || {};
  const cookie = { description: 'The session', schema: { type: 'string' } };
  return {
    description: 'OK',
    headers: {
      ...(access !== 'public' && {
        [EVENT_POSITION_HEADER]: { $ref: '#/components/headers/EventPosition' },
      }),
      ...(operationId?.startsWith('sessions.log') && { 'Set-Cookie': cookie }),
    },
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

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

function isOperation(part: unknown): part is Operation {
  return typeof part === 'object' && part !== null && 'responses' in part;
}

function withoutNativeTypes(document: OpenAPI.Document): OpenAPI.Document {
  return JSON.parse(
    JSON.stringify(document, (key, value) => (key === 'x-native-type' ? undefined : value)),
  );
}

function withoutUnused({ components = {}, ...document }: OpenAPI.Document): OpenAPI.Document {
  const responses = referred(components.responses, 'responses', document);
  const examples = referred(components.examples, 'examples', { document, responses });
  return { ...document, components: { ...components, responses, examples } };
}

function referred<Part>(parts: Record<string, Part> = {}, section: string, users: object) {
  const text = JSON.stringify(users);
  const isUsed = ([name]: [string, Part]) => text.includes(`"#/components/${section}/${name}"`);
  return Object.fromEntries(Object.entries(parts).filter(isUsed));
}
