import type { FastifyRequest } from 'fastify';
import { appError } from '../../base/errors.ts';

const OWN_SITES = new Set<unknown>(['same-origin', 'none']);

/** The path of an export. Each is recorded, notified and counted, so that a link on another site must not start one. */
const EXPORT = /^\/files\/[^/?]+(?:\?|$)/;

/**
 * Refuses writes and exports that a browser reports as started by another site (Fetch Metadata, or Origin in older browsers). A
 * request with neither header is not from a browser, so no cookie was attached automatically.
 */
export function refuseCrossSite({ method, url, headers, arrival }: FastifyRequest): void {
  if (method === 'GET' && !EXPORT.test(url)) return;
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && !OWN_SITES.has(site)) throw appError('CROSS_SITE_REQUEST');
  if (origin !== undefined && origin !== arrival.origin) throw appError('CROSS_SITE_REQUEST');
}
