import { type ErrorCode, type ErrorData, errorTable, fillText } from '#contract/shared/errors.ts';
import { PROBLEM_TYPE, PROBLEMS_PATH, type Problem, problemType } from '#contract/shared/rest.ts';

const codes = Object.keys(errorTable) as ErrorCode[]; // The keys are the codes of the closed list.

const SAMPLES: Record<string, string | number> = {
  available: '₹500.00',
  balance: '₹1,500.00',
  decidedBy: 'admin',
  held: '₹500.00',
  limit: 50,
  maximum: '₹1,00,00,000.00',
  reference: 'DEP-1790000000000-1',
  megabytes: 1024,
  minimum: '₹1,000.00',
  reason: 'The bank asked us to check a payment.',
  remaining: '₹200.00',
  length: 10,
  requested: '₹1,500.00',
  scope: 'requests:read',
  perDay: 50,
  permission: 'users:manage',
  pixels: 192,
  seconds: 30,
  upiId: 'shop@bank',
  until: '2026-01-31T18:30:00.000Z',
};

export const API_KEY_ERRORS: ErrorCode[] = ['API_KEY_INVALID', 'API_KEY_SCOPE'];

const WITH_SECONDS: ErrorCode[] = ['TOO_MANY_ATTEMPTS', 'RATE_LIMITED', 'API_KEY_LIMIT'];

const ANY: ErrorCode[] = [
  'INVALID_INPUT',
  'METHOD_NOT_ALLOWED',
  'MISDIRECTED',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];
const WITH_BODY: ErrorCode[] = ['CROSS_SITE_REQUEST', 'UNSUPPORTED_TYPE', 'REQUEST_TIMEOUT'];

export const problemComponents = {
  schemas: { Problem: problemSchema() },
  examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
  responses: Object.fromEntries(codes.map((code) => [code, describe([code])])),
  headers: {
    RetryAfter: {
      description: 'The number of seconds after which to retry.',
      schema: { type: 'integer', minimum: 0 },
    },
  },
};

export function refusals(
  method: string,
  ...declared: readonly ErrorCode[]
): Record<string, object> {
  const hasBody = method.toUpperCase() !== 'GET';
  const all = new Set([...declared, ...ANY, ...(hasBody ? WITH_BODY : [])]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of all) {
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const described = [...byStatus].map(([status, [code, ...others]]) => [
    String(status),
    others.length === 0
      ? { $ref: `#/components/responses/${code}` }
      : describe(code ? [code, ...others] : others),
  ]);
  return { ...Object.fromEntries(described), 431: HEADERS_TOO_LARGE };
}

/** Node refuses such a request before it has a route. */
const HEADERS_TOO_LARGE = {
  description: 'INVALID_INPUT: the address and the headers take more than 16 KiB.',
  content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
};

function describe(of: ErrorCode[]) {
  const problem = { $ref: '#/components/schemas/Problem' };
  const schema = { allOf: [problem, { properties: { code: { type: 'string', enum: of } } }] };
  const examples = of.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: of.map((code) => `${code}: ${errorTable[code].message}`).join('\n\n'),
    ...(of.some(saysWhen) && {
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    }),
    content: { [PROBLEM_TYPE]: { schema, examples: Object.fromEntries(examples) } },
  };
}

function saysWhen(code: ErrorCode): boolean {
  const { status } = errorTable[code];
  return status === 503 || WITH_SECONDS.includes(code);
}

function exampleOf(code: ErrorCode): { summary: string; value: Problem } {
  const { status, message } = errorTable[code];
  const data = sampleData(message);
  const { type, title } = problemType(code);
  const detail = fillText(message, data);
  const instance = 'urn:uuid:0199a3c2-7d41-7c55-9f0e-3b6f3f1c2a10';
  return {
    summary: title,
    value: { type, title, status, detail, instance, code, ...(data && { data }) },
  };
}

function sampleData(text: string): ErrorData | undefined {
  const names = Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name);
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, SAMPLES[name] ?? '']));
}

function problemSchema() {
  return {
    type: 'object',
    description: 'What went wrong (RFC 9457), with our `code` and `data`.',
    required: ['type', 'title', 'status', 'detail', 'code'],
    properties: {
      type: {
        type: 'string',
        format: 'uri-reference',
        description: `Where the kind of problem is explained: an anchor of \`${PROBLEMS_PATH}\`.`,
      },
      title: { type: 'string', description: 'The kind of problem.' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string', description: 'What happened in this case, in English.' },
      instance: {
        type: 'string',
        format: 'uri',
        description: "The request's id, also in the server's logs.",
      },
      code: { type: 'string', description: 'The kind of problem, for programs.', enum: codes },
      errors: {
        type: 'array',
        description: 'For malformed input: each refused field.',
        items: {
          type: 'object',
          required: ['pointer', 'detail'],
          properties: {
            pointer: {
              type: 'string',
              description:
                'A JSON pointer as a fragment (RFC 6901): `#/ids/0`, or `#/limit` of a query.',
            },
            detail: { type: 'string', description: 'Why, in English.' },
          },
        },
      },
      data: {
        type: 'object',
        description: 'The values in `detail`, and other values for clients.',
        additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      },
    },
  };
}
