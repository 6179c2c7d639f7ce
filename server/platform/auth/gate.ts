import { implement } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { restContract } from '#contract/contract.ts';
import { EVENT_POSITION_HEADER } from '#contract/events/position.ts';
import type { Access, Meta, UserId } from '#contract/shared/base.ts';
import type { ApiScope, COMMAND_LINE, Role } from '#contract/shared/enums.ts';
import type { Deps } from '../../deps.ts';
import { appError } from '../runtime/errors.ts';

declare const brand: unique symbol;

export type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | {
      readonly kind: 'apiKey';
      readonly id: string;
      readonly label: string;
      readonly scopes: readonly ApiScope[];
    };

/** A user whose access check has passed. Only `admit` creates one. */
export interface Actor {
  readonly [brand]: true;
  readonly userId: UserId;
  readonly username: string;
  readonly role: Role;
  /** The access level that was checked. A command checks it again in its transaction (`runCommand`). */
  readonly access: Exclude<Access, 'public'>;
  readonly credential: Credential;
  readonly ip: string;
}

export type Principal = Actor | typeof COMMAND_LINE;

/** Identifies a request's user by cookie or API key. Throws a 401 error of the closed list. */
export type Authenticate = (
  request: FastifyRequest,
) => Promise<Omit<Actor, typeof brand | 'access'>>;

export interface RequestContext {
  deps: Deps;
  request: FastifyRequest;
  reply: FastifyReply;
  authenticate: Authenticate;
}

export interface AccessRequirement {
  access: Exclude<Access, 'public'>;
  scope?: ApiScope | undefined;
}

/**
 * Decides whether a request may use a procedure or a file route. Throws the 401 and 403 errors of sessions, roles
 * and API keys, or RATE_LIMITED.
 */
export async function admit(
  { access, scope }: AccessRequirement,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Actor> {
  const found = await authenticate(request);
  const actor = { ...found, access } as Actor; // The brand exists only in types.
  if (actor.credential.kind === 'apiKey') requireScope(actor.credential.scopes, scope);
  if (access === 'admin' && actor.role !== 'admin') throw appError('ADMIN_REQUIRED');
  return actor;
}

function requireScope(scopes: readonly ApiScope[], scope: ApiScope | undefined): void {
  if (scope === undefined) throw appError('NOT_FOR_API_KEYS');
  if (!scopes.includes(scope)) throw appError('API_KEY_SCOPE', { scope });
}

/** Restores a stored actor, for deferred commands. `lockActors` checks whether the actor still has access. */
export function restoreActor(kept: Omit<Actor, typeof brand>): Actor {
  return kept as Actor; // The brand exists only in types.
}

export function accessRuleOf(procedure: { '~orpc': { meta: Meta } }): {
  access: Access;
  scope?: ApiScope | undefined;
} {
  const { access = 'admin', scope } = procedure['~orpc'].meta;
  return { access, scope };
}

const admitted = new WeakMap<FastifyRequest, Actor>();

/** Fastify hook: checks access before the body is read, and again if the body arrives later. */
export function admitBeforeBody(
  { access, scope }: ReturnType<typeof accessRuleOf>,
  authenticate: Authenticate,
) {
  return async (request: FastifyRequest): Promise<void> => {
    if (access === 'public') return;
    const actor = await admit({ access, scope }, request, authenticate);
    if (request.raw.complete) admitted.set(request, actor);
  };
}

async function actorOf(
  requirement: AccessRequirement,
  { request, authenticate }: RequestContext,
): Promise<Actor> {
  const before = admitted.get(request);
  return before?.access === requirement.access ? before : admit(requirement, request, authenticate);
}

export const procedures = implement(restContract)
  .$context<RequestContext>()
  .use(async ({ context, procedure, next }) => {
    // The clock that dates rows: browsers compute "5 minutes ago" from this header.
    context.reply.header('date', context.deps.clock.now().toUTCString());
    const { access, scope } = accessRuleOf(procedure);
    if (access === 'public') return next({ context: { actor: anonymous } });
    const actor = await actorOf({ access, scope }, context);
    context.reply.header(EVENT_POSITION_HEADER, context.deps.events.position);
    return next({ context: { actor } });
  });

/** Public procedures have no actor. Reading any field of this one is a programming error. */
const anonymous = new Proxy({} as Actor, {
  get(_, property) {
    throw new Error(`A public procedure read actor.${String(property)}`);
  },
});
