import { implement } from '@orpc/server';
import { contract } from '#contract/contract.ts';
import { EVENT_POSITION_HEADER } from '#contract/events/position.ts';
import {
  type AccessRule,
  type Actor,
  accessRuleOf,
  actorOf,
  type CallContext,
} from '../platform/auth/gate.ts';
import type { Deps } from './deps.ts';

export interface RequestContext extends CallContext {
  deps: Deps;
}

/** What file routes get. */
export type FileRouteContext = Pick<RequestContext, 'deps' | 'authenticate'>;

const knownRules = new WeakMap<object, AccessRule>();

/** A procedure's rule is constant. */
function knownRuleOf(procedure: Parameters<typeof accessRuleOf>[0]): AccessRule {
  const known = knownRules.get(procedure);
  if (known) return known;
  const rule = accessRuleOf(procedure);
  knownRules.set(procedure, rule);
  return rule;
}

export const procedures = implement(contract)
  .$context<RequestContext>()
  .use(async ({ context, procedure, next }) => {
    // The clock that dates rows: browsers compute "5 minutes ago" from this header.
    context.reply.header('date', context.deps.clock.now().toUTCString());
    const rule = knownRuleOf(procedure);
    if (rule.access === 'public') return next({ context: { actor: anonymous } });
    const actor = await actorOf(rule, context);
    context.reply.header(EVENT_POSITION_HEADER, context.deps.events.position);
    return next({ context: { actor } });
  });

/** Public procedures have no actor. Reading any field of this one is a programming error. */
const anonymous = new Proxy({} as Actor, {
  get(_, property) {
    throw new Error(`A public procedure read actor.${String(property)}`);
  },
});
