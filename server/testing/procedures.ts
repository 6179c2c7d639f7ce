import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { contract } from '#contract/contract.ts';
import type { Access, Meta, StepUp } from '#contract/shared/base.ts';
import type { ApiScope } from '#contract/shared/enums.ts';
import type { Audience, Permission } from '#contract/shared/permissions.ts';
import { REST_PATH } from '#contract/shared/rest.ts';
import { imageRules, uploads } from '#contract/uploads/routes.ts';

/** A procedure as tests over the whole contract need it. `restPath` has an id in place of its parameters. */
export interface ListedProcedure {
  path: string;
  access: Access;
  /** The permission that an administrator needs; undefined unless the access is `admin`. */
  permission: Permission | undefined;
  /** The scope that an API key needs; undefined if keys may not call it. */
  scope: ApiScope | undefined;
  /** Whether only API keys may call it. */
  keysOnly: boolean;
  stepUp: StepUp | undefined;
  method: string;
  restPath: string;
  /** Matches the paths of its route under `/api/v1`. */
  restShape: RegExp;
}

export const ANY_ID = '01890000-0000-7000-8000-000000000000';

export function listProcedures(router: object = contract, path: string[] = []): ListedProcedure[] {
  return Object.entries(router).flatMap(([name, part]: [string, object]) =>
    isContractProcedure(part)
      ? [describeProcedure(part, [...path, name])]
      : listProcedures(part, [...path, name]),
  );
}

function describeProcedure(procedure: AnyContractProcedure, path: string[]): ListedProcedure {
  const { meta, route } = procedure['~orpc'];
  const restPath = route.path ?? '';
  return {
    path: path.join('/'),
    access: (meta as { access: Access }).access,
    permission: (meta as Meta).permission,
    scope: (meta as Meta).scope,
    keysOnly: (meta as Meta).keysOnly ?? false,
    stepUp: (meta as Meta).stepUp,
    method: route.method ?? 'POST',
    restPath: restPath.replaceAll(/\{\w+\}/g, ANY_ID),
    restShape: new RegExp(`^${restPath.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  };
}

/** The routes outside the contract and their access. A test fails for any route that is missing here. */
export const outsideRoutes: ({ route: string; stepUp?: StepUp; keysOnly?: true } & Audience)[] = [
  ...Object.values(uploads).map(({ method, path, ...upload }) => ({
    route: `${method} ${path.replace(/\{(\w+)\}/, ':$1')}`,
    ...audienceOf(upload),
    ...('stepUp' in upload && { stepUp: upload.stepUp }),
    ...('keysOnly' in upload && { keysOnly: upload.keysOnly }),
  })),
  { route: 'GET /api/events', access: 'user' },
  { route: 'GET /files/passbook.csv', access: 'user', stepUp: 'always' },
  { route: 'GET /files/my-data.zip', access: 'user', stepUp: 'always' },
  {
    route: 'GET /files/transactions.csv',
    access: 'admin',
    permission: 'exports:read',
    stepUp: 'always',
  },
  { route: 'GET /files/audit.csv', access: 'admin', permission: 'audit:read', stepUp: 'always' },
  { route: 'GET /files/audit.json', access: 'admin', permission: 'audit:read', stepUp: 'always' },
  ...Object.keys(imageRules).flatMap((kind) =>
    ['', REST_PATH].map((prefix) => ({
      route: `GET ${prefix}/files/${kind}/:fileId`,
      access: 'user' as const,
    })),
  ),
];

function audienceOf(audience: Audience): Audience {
  return audience.access === 'admin'
    ? { access: 'admin', permission: audience.permission }
    : { access: 'user' };
}
