import { createORPCClient, onError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import {
  createTanstackQueryUtils,
  TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL as OPERATION_CONTEXT,
} from '@orpc/tanstack-query';
import type { Client } from '#contract/contract.ts';
import { settleLogout } from '../session/pending-logout.ts';
import { reportSessionRefusal } from '../session/session-events.ts';
import { throwIfGatewayFailed } from './outages.ts';
import { responsePositions } from './response-positions.ts';
import { serverClock } from './server-clock.ts';
import { withStepUp } from './step-up.ts';
import { traceHeaders } from './traces.ts';

const link = new RPCLink({
  url: () => `${window.location.origin}/rpc`,
  interceptors: [onError(reportSessionRefusal), ({ next }) => withStepUp(() => next())],
  fetch: async (request, init, { context }) => {
    await settleLogout();
    if (isMutation(context)) addHeaders(request, traceHeaders());
    const answer = await fetch(request, init);
    responsePositions.record(answer.headers);
    serverClock.record(answer.headers);
    throwIfGatewayFailed(answer);
    return answer;
  },
});

/** Of a call by `mutationOptions`. */
function isMutation(context: object): boolean {
  const operation: { type?: string } | undefined = Reflect.get(context, OPERATION_CONTEXT);
  return operation?.type === 'mutation';
}

function addHeaders({ headers }: Request, added: Record<string, string>): void {
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
}

/** Throws `ORPCError` with a code of `errorTable`. */
export const api: Client = createORPCClient(link);

export const orpc = createTanstackQueryUtils(api);
