import { z } from 'zod';
import { ADMIN_ROLES, type AdminRole } from '#contract/shared/permissions.ts';
import { isLoopback } from './hosts.ts';
import { BadSettings } from './settings-sources.ts';

/** The OpenID Connect provider with which people can sign in. */
export interface OidcConfig {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** Its name on buttons. */
  name: string;
  scopes: string;
  /** Domains of e-mail addresses; empty: any. */
  allowedDomains: string[];
  groupsClaim: string;
  /** The first of these groups that a person has decides the admin role. Empty: groups have no meaning. */
  adminRoles: { group: string; adminRole: AdminRole }[];
  /** Whether users can sign in with it too, not only administrators. */
  forUsers: boolean;
}

const MAX_NAME_LENGTH = 40;
const ISSUER =
  'must be the address of the provider, such as https://login.example.com/realms/staff; http only on this machine';
const ADMIN_ROLES_FORM = `must be groups with their admin role, such as staff=reviewer, leads=administrator; roles are ${ADMIN_ROLES.join(', ')}`;

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const oidcVariables = {
  OIDC_ISSUER: z.string().trim().transform(readIssuer).optional(),
  OIDC_CLIENT_ID: z.string().trim().min(1).max(300).optional(),
  OIDC_CLIENT_SECRET: z
    .string()
    .regex(/^\S{8,1000}$/, 'must be the secret of the client, 8 characters or more')
    .optional(),
  OIDC_NAME: z.string().trim().min(1).max(MAX_NAME_LENGTH).optional(),
  OIDC_SCOPES: z
    .string()
    .trim()
    .regex(
      /^openid(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/,
      'must begin with openid, such as openid email',
    )
    .default('openid email'),
  OIDC_ALLOWED_DOMAINS: z
    .string()
    .toLowerCase()
    .transform(listOf)
    .refine(
      (domains) => domains.every((domain) => /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain)),
      'must be domains such as example.com, separated by commas',
    )
    .default([]),
  OIDC_GROUPS_CLAIM: z.string().trim().min(1).max(200).default('groups'),
  OIDC_ADMIN_ROLES: z.string().transform(readAdminRoles).default([]),
  OIDC_FOR_USERS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
};

function readIssuer(text: string, { addIssue }: z.RefinementCtx): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isPlain && isSafe) return url;
  addIssue(ISSUER);
  return z.NEVER;
}

/** The name of a group may contain `=`; the admin role is what follows the last one. */
function readAdminRoles(text: string, { addIssue }: z.RefinementCtx): OidcConfig['adminRoles'] {
  const pairs = listOf(text).map((part) => {
    const [, group, named] = /^(.+)=([a-z]+)$/.exec(part) ?? [];
    const adminRole = ADMIN_ROLES.find((known) => known === named?.trim());
    return group && adminRole ? { group: group.trim(), adminRole } : undefined;
  });
  const known = pairs.filter((pair) => pair !== undefined);
  if (known.length === pairs.length) return known;
  addIssue(ADMIN_ROLES_FORM);
  return z.NEVER;
}

interface Given {
  OIDC_ISSUER?: URL | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_NAME?: string | undefined;
  OIDC_SCOPES: string;
  OIDC_ALLOWED_DOMAINS: string[];
  OIDC_GROUPS_CLAIM: string;
  OIDC_ADMIN_ROLES: OidcConfig['adminRoles'];
  OIDC_FOR_USERS: boolean;
  PUBLIC_URL?: URL | undefined;
  HOST: string;
}

/** Throws BadSettings if a setting is missing, or the address to which the provider returns people. */
export function readOidc(settings: Given): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = settings;
  const { OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL, HOST } = settings;
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (!issuer || !clientId || !clientSecret) {
    throw new BadSettings([
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: must be set together',
    ]);
  }
  if (!PUBLIC_URL && !isLoopback(HOST)) {
    throw new BadSettings([
      'PUBLIC_URL: must be set with OIDC_ISSUER, because the provider returns people to it',
    ]);
  }
  return {
    issuer,
    clientId,
    clientSecret,
    name: settings.OIDC_NAME ?? issuer.hostname,
    scopes: settings.OIDC_SCOPES,
    allowedDomains: settings.OIDC_ALLOWED_DOMAINS,
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    adminRoles: settings.OIDC_ADMIN_ROLES,
    forUsers: settings.OIDC_FOR_USERS,
  };
}
