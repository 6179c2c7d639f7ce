import type { FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';

const OWN_SITES = new Set<unknown>(['same-origin', 'none']);

/**
 * Refuses requests other than by GET that a browser says another site started (Fetch Metadata, and Origin for
 * browsers without it). A request with neither header is no browser's, and carries no one's cookie
 * by accident. Throws CROSS_SITE_REQUEST.
 */
export async function refuseCrossSite(request: FastifyRequest): Promise<void> {
  // No command has a route by GET; what has, reads.
  if (request.method === 'GET') return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && !OWN_SITES.has(site)) throw appError('CROSS_SITE_REQUEST');
  if (origin !== undefined && origin !== request.arrival.origin)
    throw appError('CROSS_SITE_REQUEST');
}
