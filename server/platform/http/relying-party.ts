import type { FastifyRequest } from 'fastify';
import { isAddress } from '../config/hosts.ts';

/** Where passkeys are valid. */
export interface RelyingParty {
  /** The host name. */
  id: string;
  origin: string;
}

/** Returns the relying party of a request; undefined if the wallet was opened at an IP address, where passkeys cannot be used. */
export function relyingPartyOf({ arrival }: FastifyRequest): RelyingParty | undefined {
  if (arrival.origin === undefined) return undefined;
  const { hostname, origin } = new URL(arrival.origin);
  return isAddress(hostname) ? undefined : { id: hostname, origin };
}
