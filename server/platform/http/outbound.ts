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
  /** Sent as JSON by POST. If undefined, the request is a GET. */
  body?: object;
}

/** A JSON text to send unchanged by POST, with its own headers. */
export interface OutboundText {
  url: URL;
  body: string;
  headers: Record<string, string>;
}

export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** All public IPv6 addresses. ipaddr.js counts every unassigned network outside as unicast. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns true for a public address: not this machine, and not a private or link-local network. */
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

/**
 * Requests JSON from another party and returns its text. Follows no redirects and uses no proxy. Throws Error on a
 * timeout, a forbidden address, a status other than 200, a type other than JSON, or a body that is too long.
 */
export function requestJson({ url, body }: OutboundRequest, limits: OutboundLimits) {
  const payload = body && JSON.stringify(body);
  const read = (response: http.IncomingMessage) => readJson(response, limits.maxBytes);
  return call({ url, payload, headers: {} }, limits, read);
}

/** How long the response text is read after the status has arrived. */
const TEXT_TIMEOUT_MS = 1000;

/**
 * Sends JSON to another party. Returns the response's status and the beginning of its text, even if the receiver never
 * completes the response. Throws Error if no status arrives, AddressRefused if the address may not be reached.
 */
export function postText({ url, body, headers }: OutboundText, limits: OutboundLimits) {
  return call({ url, payload: body, headers }, limits, async (response) => ({
    status: response.statusCode ?? 0,
    text: await readStart(response, limits.maxBytes),
  }));
}

interface Call {
  url: URL;
  payload: string | undefined;
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

/** Returns the text that arrives within a second, even if the response is incomplete. Never rejects. */
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
    // The connection broke off or was too slow: the text so far is returned.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

async function readJson(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const { statusCode, headers } = response;
  if (statusCode !== 200) throw new Error(`Answered ${statusCode}`);
  const type = headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\b/.test(type)) throw new Error(`Answered ${type}`);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`Answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
