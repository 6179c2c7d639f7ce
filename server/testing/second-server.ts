import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Client } from '#contract/contract.ts';

/** A client of any server, with a cookie that another one may have set. */
export function clientFor(baseUrl: string, cookie: string): Client {
  return createORPCClient(new RPCLink({ url: `${baseUrl}/rpc`, headers: { cookie } }));
}
