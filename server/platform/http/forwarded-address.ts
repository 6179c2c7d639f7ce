import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { malformedRequest } from '../../base/errors.ts';

const HEADER = 'x-forwarded-for';
/** `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`: some proxies add the port. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/;

/** Fastify hook: removes ports from X-Forwarded-For. Throws INVALID_INPUT if the proxy's entry is no address. */
export async function readForwardedAddress(request: FastifyRequest): Promise<void> {
  const header = request.headers[HEADER];
  if (typeof header !== 'string') return;
  request.raw.headers[HEADER] = header.split(',').map(addressIn).join(', ');
  if (isIP(request.ip) === 0) throw malformedRequest(400);
}

function addressIn(entry: string): string {
  const text = entry.trim();
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  // An empty entry would be skipped in favour of the previous one, which a client can forge.
  return (inBrackets ?? beforePort ?? text) || 'unknown';
}
