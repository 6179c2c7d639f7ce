import { createORPCClient, onError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { Client } from '#contract/contract.ts';
import { serverClock } from '../i18n/server-clock.ts';
import { reportSessionRefusal } from '../session/session-events.ts';
import { throwIfGatewayFailed } from './outages.ts';
import { settleLogout } from './pending-logout.ts';
import { responsePositions } from './response-positions.ts';
import { withStepUp } from './step-up.ts';

const link = new RPCLink({
  url: () => `${window.location.origin}/rpc`,
  interceptors: [onError(reportSessionRefusal), ({ next }) => withStepUp(() => next())],
  fetch: async (request, init) => {
    await settleLogout();
    const answer = await fetch(request, init);
    responsePositions.record(answer.headers);
    serverClock.record(answer.headers);
    throwIfGatewayFailed(answer);
    return answer;
  },
});

/** Throws `ORPCError` with a code of `errorTable`. */
export const api: Client = createORPCClient(link);

export const orpc = createTanstackQueryUtils(api);
