import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import parseRange from 'range-parser';
import type { ByteRange } from '../files/store.ts';

export interface Representation {
  etag: string;
  'last-modified': string;
  byteSize: number;
}

export type ConditionalResult =
  | { status: 200 | 206; range: ByteRange }
  | { status: 304 | 412 | 416 };

/** Evaluates a GET request's conditions and range (RFC 9110, 13.2.2 and 14.2). Several ranges get the whole file. */
export function evaluatePreconditions(
  headers: IncomingHttpHeaders,
  sent: Representation,
): ConditionalResult {
  if (isUnmet(headers, sent)) return { status: 412 };
  if (fresh(headers, { ...sent })) return { status: 304 };
  const all = { start: 0, end: sent.byteSize - 1 };
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || !isOf(ifRange, sent)) return { status: 200, range: all };
  const ranges = parseRange(sent.byteSize, range, { combine: true });
  if (ranges === -1) return { status: 416 };
  if (ranges === -2 || ranges.type !== 'bytes') return { status: 200, range: all };
  const [only, ...more] = ranges;
  if (!only || more.length > 0) return { status: 200, range: all };
  return { status: 206, range: { start: only.start, end: only.end } };
}

function isUnmet(headers: IncomingHttpHeaders, sent: Representation): boolean {
  const { 'if-match': tags, 'if-unmodified-since': since = '' } = headers;
  if (tags === undefined) return Date.parse(sent['last-modified']) > Date.parse(since);
  return tags !== '*' && !tags.split(',').some((tag) => tag.trim() === sent.etag);
}

function isOf(ifRange: string | string[] | undefined, sent: Representation): boolean {
  return ifRange === undefined || ifRange === sent.etag || ifRange === sent['last-modified'];
}
