import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProofKind } from '#contract/sessions/rules.ts';
import type { Meta, StepUp, UserId } from '#contract/shared/base.ts';
import type { ApiScope, COMMAND_LINE, Role } from '#contract/shared/enums.ts';
import {
  type AdminRole,
  type Audience,
  can,
  type Permission,
  type Rights,
} from '#contract/shared/permissions.ts';
import { type AppError, appError, isAppError } from '../../base/errors.ts';
import { forgetUnconfirmedSum } from './unconfirmed-sums.ts';

declare const brand: unique symbol;

export type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | {
      readonly kind: 'apiKey';
      readonly id: string;
      readonly name: string;
      readonly label: string;
      readonly scopes: readonly ApiScope[];
    };

/** A user whose access check has passed. Only `admit` creates one. */
export interface Actor {
  readonly [brand]: true;
  readonly userId: UserId;
  readonly username: string;
  readonly role: Role;
  readonly adminRole: AdminRole;
  /** The access level and permission that were checked. A command checks them again (`runCommand`). */
  readonly access: Audience['access'];
  readonly permission: Permission | undefined;
  /** Whether the request is allowed with a password that an administrator set. */
  readonly allowsPasswordSetByAdmin?: boolean;
  /** Whether the request is allowed for an administrator who has not added a required second factor in time. */
  readonly allowsMissingFactor?: boolean;
  /** Whether the session must be confirmed. A command checks again that the confirmation was not withdrawn. */
  readonly needsStepUp?: boolean;
  /** Whether the person of the session confirmed their identity within the last minutes. */
  readonly isConfirmed?: boolean;
  /** The ways in which the person can confirm it. */
  readonly proofKinds?: readonly ProofKind[];
  readonly credential: Credential;
  readonly ip: string;
  /** The user that a program acts for. A command checks that account and locks it. */
  readonly subjectId?: UserId;
}

export type Principal = Actor | typeof COMMAND_LINE;

/**
 * Identifies a request's user by cookie or API key. Throws a 401 error of the closed list.
 */
export type Authenticate = (request: FastifyRequest) => Promise<
  Omit<Actor, typeof brand | 'access' | 'permission' | 'needsStepUp'> & {
    mustChangePassword?: boolean;
    lacksFactor?: boolean;
  }
>;

/** The part of a procedure's context that the gate and HTTP know. `RequestContext` adds the dependencies. */
export interface CallContext {
  request: FastifyRequest;
  reply: FastifyReply;
  authenticate: Authenticate;
}

/** Without `allowsPasswordSetByAdmin`, a request that only reads is allowed. */
export type AccessRequirement = Audience & {
  scope?: ApiScope | undefined;
  keysOnly?: true | undefined;
  allowsPasswordSetByAdmin?: boolean;
  allowsMissingFactor?: boolean | undefined;
  stepUp?: StepUp | undefined;
};

/**
 * Decides whether a request may use a procedure or a file route. Throws the 401 and 403 errors of sessions, roles
 * and API keys, STEP_UP_REQUIRED or RATE_LIMITED.
 */
export async function admit(
  { access, permission, scope, keysOnly, stepUp, ...rule }: AccessRequirement,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Actor> {
  const { mustChangePassword = false, lacksFactor, ...found } = await authenticate(request);
  const { allowsPasswordSetByAdmin = isRead(request), allowsMissingFactor = false } = rule;
  const needsStepUp = isStepUpNeeded(stepUp, found);
  const allowed = { allowsPasswordSetByAdmin, allowsMissingFactor };
  const rights = { access, permission, ...allowed, needsStepUp };
  const actor = { ...found, ...rights } as Actor; // The brand exists only in types.
  if (actor.isConfirmed) forgetUnconfirmedSum(actor.credential.id);
  try {
    if (actor.credential.kind === 'apiKey') requireScope(actor.credential.scopes, scope);
    const refusal = refusalOf(actor, { ...actor, mustChangePassword, lacksFactor });
    if (refusal) throw refusal;
    if (keysOnly && actor.credential.kind !== 'apiKey') throw appError('API_KEY_REQUIRED');
  } catch (error) {
    if (isAppError(error)) refused.set(request, { actor, becauseOf: error.code });
    throw error;
  }
  return actor;
}

/** A person without a second factor can confirm with the password. */
function isStepUpNeeded(
  stepUp: StepUp | undefined,
  { proofKinds }: Pick<Actor, 'proofKinds'>,
): boolean {
  const hasFactor = proofKinds !== undefined && !proofKinds.includes('password');
  return stepUp === 'always' || (stepUp === 'withFactor' && hasFactor);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

const refused = new WeakMap<FastifyRequest, { actor: Actor; becauseOf: string }>();

/** Returns who was refused for lack of rights by `admit`, and why. */
export function findRefusal(request: FastifyRequest) {
  return refused.get(request);
}

/** Returns why an account with these rights may not do what `admit` checked for an actor, if so. */
export function refusalOf(
  actor: Omit<Actor, typeof brand>,
  account: Rights & {
    mustChangePassword?: boolean;
    lacksFactor?: boolean | undefined;
    isConfirmed?: boolean | undefined;
  },
): AppError | undefined {
  const { access, permission, allowsPasswordSetByAdmin, needsStepUp, proofKinds } = actor;
  if (account.mustChangePassword && !allowsPasswordSetByAdmin) {
    return appError('PASSWORD_CHANGE_REQUIRED');
  }
  if (account.lacksFactor && !actor.allowsMissingFactor) {
    return appError('SECOND_FACTOR_REQUIRED_BY_POLICY');
  }
  if (access === 'admin') {
    if (account.role !== 'admin') return appError('ADMIN_REQUIRED');
    const isAllowed = permission === undefined || can(account, permission);
    if (!isAllowed) return appError('PERMISSION_REQUIRED', { permission });
  }
  const { isConfirmed } = account;
  const { credential } = actor;
  return needsStepUp ? findStepUpRefusal({ credential, proofKinds, isConfirmed }) : undefined;
}

/** Returns STEP_UP_REQUIRED if a session is not confirmed, for rules that depend on a command's input. */
export function findStepUpRefusal({
  credential,
  isConfirmed,
  proofKinds = [],
}: Pick<Actor, 'credential' | 'isConfirmed' | 'proofKinds'>): AppError | undefined {
  if (credential.kind === 'apiKey' || isConfirmed) return undefined;
  return appError('STEP_UP_REQUIRED', { methods: proofKinds.join(' ') });
}

/**
 * Throws STEP_UP_REQUIRED if the session is not confirmed and the call grants access or raises a limit. Returns the actor for
 * the command, which checks again that the confirmation was not withdrawn.
 */
export function requireStepUpToGrant(actor: Actor, isGrant: boolean): Actor {
  if (!isGrant) return actor;
  const refusal = findStepUpRefusal(actor);
  if (refusal) throw refusal;
  return { ...actor, needsStepUp: true };
}

/** Throws PERMISSION_REQUIRED if the actor lacks a permission, for rules that depend on a command's input. */
export function requirePermission(actor: Rights, permission: Permission): void {
  if (!can(actor, permission)) throw appError('PERMISSION_REQUIRED', { permission });
}

function requireScope(scopes: readonly ApiScope[], scope: ApiScope | undefined): void {
  if (scope === undefined) throw appError('NOT_FOR_API_KEYS');
  if (!scopes.includes(scope)) throw appError('API_KEY_SCOPE', { scope });
}

/**
 * Restores a stored actor, for deferred commands. `lockActors` checks whether the actor still has access. The session was
 * confirmed, if the command needs it, when the command was sent.
 */
export function restoreActor(kept: Omit<Actor, typeof brand>): Actor {
  return { ...kept, isConfirmed: true } as Actor; // The brand exists only in types.
}

export type AccessRule = AccessRequirement | { access: 'public'; scope?: undefined };

/** Returns a procedure's declared access. Throws if it is for administrators and names no permission. */
export function accessRuleOf(procedure: {
  '~orpc': { meta: Meta; route: { method?: string } };
}): AccessRule {
  const { meta, route } = procedure['~orpc'];
  const { access = 'admin', permission, scope, keysOnly, stepUp } = meta;
  if (access === 'public') return { access };
  const allowsPasswordSetByAdmin = meta.allowsPasswordSetByAdmin ?? route.method === 'GET';
  const allowed = { allowsPasswordSetByAdmin, allowsMissingFactor: meta.allowsMissingFactor };
  if (access === 'user') return { access, scope, stepUp, ...allowed };
  if (!permission) throw new Error('A procedure for administrators names no permission');
  return { access, permission, scope, keysOnly, stepUp, ...allowed };
}

const admitted = new WeakMap<FastifyRequest, Actor>();

/** Fastify hook: checks access before the body is read, and again if the body arrives later. */
export function admitBeforeBody(rule: AccessRule, authenticate: Authenticate) {
  return async (request: FastifyRequest): Promise<void> => {
    if (rule.access === 'public') return;
    const actor = await admit(rule, request, authenticate);
    if (request.raw.complete) admitted.set(request, actor);
  };
}

/** Returns the actor whom `admitBeforeBody` admitted by the same rule; otherwise checks access. */
export async function actorOf(
  requirement: AccessRequirement,
  { request, authenticate }: CallContext,
): Promise<Actor> {
  const before = admitted.get(request);
  const isSame =
    before?.access === requirement.access &&
    before.permission === requirement.permission &&
    before.needsStepUp === isStepUpNeeded(requirement.stepUp, before) &&
    before.allowsPasswordSetByAdmin === requirement.allowsPasswordSetByAdmin &&
    before.allowsMissingFactor === (requirement.allowsMissingFactor ?? false);
  return isSame ? before : admit(requirement, request, authenticate);
}
