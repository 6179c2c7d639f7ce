import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface OutboundLimits {
  timeoutMs: number;
  maxBytes: number;
  allowPrivate: boolean;
  signal?: AbortSignal;
}

export interface OutboundRequest {
  url: URL;
  body?: object;
}

export interface OutboundQuestion {
  url: URL;
  headers: Record<string, string>;
}

export interface OutboundText {
  url: URL;
  body: string;
  headers: Record<string, string>;
}

export interface OutboundBytes {
  url: URL;
  body: Buffer;
  headers: Record<string, string>;
}

export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** All public IPv6 addresses. ipaddr.js counts every unassigned network outside as unicast. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  // ipaddr.js also parses short and octal forms, such as 127.1.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(global6);
}

/** The connection uses the addresses checked here, so the name can't resolve differently later. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? refused(hostname), '');
    const isPublic = addresses.every(({ address }) => isPublicAddress(address));
    if (!isPublic) return callback(refused(hostname), '');
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

function refused(hostname: string): Error {
  return new AddressRefused(`${hostname} is not an address of the public internet`);
}

export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : undefined;
}

/** Follows no redirects and uses no proxy. Throws Error for anything but a JSON response of status 200 in time. */
export function requestJson({ url, body }: OutboundRequest, limits: OutboundLimits) {
  const payload = body && JSON.stringify(body);
  const read = (response: http.IncomingMessage) => readJson(response, limits.maxBytes);
  return call({ url, payload, headers: {} }, limits, read);
}

/** Follows no redirects and uses no proxy. Throws Error for anything but a response of status 200 in time. */
export function getText({ url, headers }: OutboundQuestion, limits: OutboundLimits) {
  const read = (response: http.IncomingMessage) => readWhole(response, limits.maxBytes);
  return call({ url, payload: undefined, headers }, limits, read);
}

const TEXT_TIMEOUT_MS = 1000;

/** Returns the beginning of the response's text, even if the receiver never completes it. */
export function postText({ url, body, headers }: OutboundText, limits: OutboundLimits) {
  return call({ url, payload: body, headers }, limits, async (response) => ({
    status: response.statusCode ?? 0,
    text: await readStart(response, limits.maxBytes),
  }));
}

/** Returns the status, without the response's text. */
export function postBytes({ url, body, headers }: OutboundBytes, limits: OutboundLimits) {
  return call({ url, payload: body, headers }, limits, async ({ statusCode, headers: given }) => ({
    status: statusCode ?? 0,
    retryAfter: given['retry-after'],
  }));
}

interface Call {
  url: URL;
  payload: string | Buffer | undefined;
  headers: Record<string, string>;
}

function call<Answer>(
  { url, payload, headers }: Call,
  { allowPrivate, timeoutMs, signal }: OutboundLimits,
  read: (response: http.IncomingMessage) => Promise<Answer>,
): Promise<Answer> {
  // Node connects to a literal address without a lookup.
  const address = literalAddress(url);
  if (!allowPrivate && address && !isPublicAddress(address)) {
    return Promise.reject(refused(address));
  }
  const inTime = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http;
    const outgoing = open(url, {
      method: payload ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(payload && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
        ...headers,
      },
      agent: false,
      signal: signal ? AbortSignal.any([inTime, signal]) : inTime,
      ...(allowPrivate ? {} : { lookup: lookupPublic }),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      // From here on the reader decides whether a broken connection is a failure.
      outgoing.off('error', reject).on('error', () => undefined);
      read(response)
        .then(resolve, reject)
        .finally(() => outgoing.destroy());
    });
    outgoing.end(payload);
  });
}

async function readStart(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => response.destroy(), TEXT_TIMEOUT_MS);
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBytes) break;
    }
  } catch {
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

async function readJson(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const { statusCode, headers } = response;
  const type = headers['content-type'] ?? '';
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(type);
  if (statusCode === 200 && !isJson) throw new Error(`Answered ${type}`);
  return readWhole(response, maxBytes);
}

async function readWhole(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  if (response.statusCode !== 200) throw new Error(`Answered ${response.statusCode}`);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`Answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
