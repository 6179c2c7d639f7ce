import { implement } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Meta, UserId } from '#contract/base.ts';
import { contract } from '#contract/contract.ts';
import { EVENT_POSITION_HEADER } from '#contract/event-position.ts';
import type { ApiScope, COMMAND_LINE, Role } from '#contract/rules.ts';
import type { Deps } from './deps.ts';
import { appError } from './errors.ts';

declare const brand: unique symbol;

/** What someone proved by who they are: a session of theirs, or a key by which a program acts for them. */
export type Proof =
  | { readonly kind: 'session'; readonly id: string }
  | {
      readonly kind: 'apiKey';
      readonly id: string;
      /** How lists and the audit log name it. */
      readonly label: string;
      readonly scopes: readonly ApiScope[];
    };

/** Someone the gate has let in. Only `admit` makes one. */
export interface Actor {
  readonly [brand]: true;
  readonly userId: UserId;
  readonly username: string;
  readonly role: Role;
  /** What the gate let them in for; a command checks it again in its transaction (`runCommand`). */
  readonly access: Exclude<Access, 'public'>;
  readonly proof: Proof;
  readonly ip: string;
}

/** Who does something for others: someone let in, or an operator on the server's own command line. */
export type Doer = Actor | typeof COMMAND_LINE;

/** What the gate needs to know: who sent a request, by its cookie or its key. Throws a 401 of the closed list. */
export type Authenticate = (
  request: FastifyRequest,
) => Promise<Omit<Actor, typeof brand | 'access'>>;

export interface RequestContext {
  deps: Deps;
  request: FastifyRequest;
  reply: FastifyReply;
  authenticate: Authenticate;
}

/** What is asked for: whom it is for, and the scope that a key needs for it. */
export interface Asked {
  access: Exclude<Access, 'public'>;
  scope?: ApiScope | undefined;
}

/**
 * Decides whether a request may use something, the same for procedures and file routes. Throws MISSING_SESSION,
 * SESSION_USER_NOT_FOUND, ACCOUNT_INACTIVE or ADMIN_REQUIRED; of a key API_KEY_INVALID, RATE_LIMITED,
 * NOT_FOR_API_KEYS or API_KEY_SCOPE.
 */
export async function admit(
  { access, scope }: Asked,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Actor> {
  const found = await authenticate(request);
  const actor = { ...found, access } as Actor; // the brand exists in types only
  if (actor.proof.kind === 'apiKey') requireScope(actor.proof.scopes, scope);
  if (access === 'admin' && actor.role !== 'admin') throw appError('ADMIN_REQUIRED');
  return actor;
}

function requireScope(scopes: readonly ApiScope[], scope: ApiScope | undefined): void {
  if (scope === undefined) throw appError('NOT_FOR_API_KEYS');
  if (!scopes.includes(scope)) throw appError('API_KEY_SCOPE', { scope });
}

/** Someone whom the gate let in before, as kept with what they asked for; whether they still may is for `lockActors`. */
export function recallActor(kept: Omit<Actor, typeof brand>): Actor {
  return kept as Actor; // as above
}

/** Who may call a procedure; one that says nothing is for administrators, and for no key. */
export function askedOf(procedure: { '~orpc': { meta: Meta } }): {
  access: Access;
  scope?: ApiScope | undefined;
} {
  const { access = 'admin', scope } = procedure['~orpc'].meta;
  return { access, scope };
}

/** Whom the gate has let in before their request's body was read. */
const admitted = new WeakMap<FastifyRequest, Actor>();

/**
 * Fastify hook: passes the gate before a byte of the body is read. A body that is still on its way
 * then may take its time: its request passes the gate once more, when it is whole.
 */
export function admitBeforeBody(
  { access, scope }: ReturnType<typeof askedOf>,
  authenticate: Authenticate,
) {
  return async (request: FastifyRequest): Promise<void> => {
    if (access === 'public') return;
    const actor = await admit({ access, scope }, request, authenticate);
    if (request.raw.complete) admitted.set(request, actor);
  };
}

async function actorOf(asked: Asked, { request, authenticate }: RequestContext): Promise<Actor> {
  const before = admitted.get(request);
  return before?.access === asked.access ? before : admit(asked, request, authenticate);
}

/** The contract's implementer: each procedure passes the gate before its handler, by the access it declares. */
export const procedures = implement(contract)
  .$context<RequestContext>()
  .use(async ({ context, procedure, next }) => {
    // By the clock that rows are dated with: browsers show "5 minutes ago" by it.
    context.reply.header('date', context.deps.clock.now().toUTCString());
    const { access, scope } = askedOf(procedure);
    if (access === 'public') return next({ context: { actor: anonymous } });
    const actor = await actorOf({ access, scope }, context);
    context.reply.header(EVENT_POSITION_HEADER, context.deps.events.position);
    return next({ context: { actor } });
  });

/** Public procedures have no actor: reading any field of this one is a programming error. */
const anonymous = new Proxy({} as Actor, {
  get(_, property) {
    throw new Error(`A public procedure read actor.${String(property)}`);
  },
});
