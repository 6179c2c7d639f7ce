import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** What a call to another party may cost, and whom it may reach. */
export interface OutboundLimits {
  timeoutMs: number;
  maxBytes: number;
  /** Whether this machine and private networks may be reached. */
  allowPrivate: boolean;
}

export interface OutboundRequest {
  url: URL;
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: object;
}

/** IPv4 that is not the public internet's (IANA's special-purpose registry). */
const special4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
/** Public IPv6 is in here; addresses that carry an IPv4 one inside (mapped, NAT64) are not. */
const global6 = blockList('ipv6', ['2000::/3']);
/** Of it: protocol assignments with Teredo, documentation, 6to4. */
const special6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function blockList(family: 'ipv4' | 'ipv6', subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}

/** True for an address of the public internet: not this machine, not a private or link-local network. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4');
  if (isIP(address) !== 6) return false;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** The addresses looked up here are those connected to, so a name can't resolve differently later. */
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
  return new Error(`${hostname} is not an address of the public internet`);
}

/**
 * Requests JSON from another party and returns its text. Follows no redirect, knows no proxy. Throws Error
 * when it can't be reached in time, answers with anything but 200 and JSON, or too much, or is at
 * an address that may not be reached.
 */
export function requestJson(request: OutboundRequest, limits: OutboundLimits): Promise<string> {
  const { url, body } = request;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const { allowPrivate, timeoutMs } = limits;
  // A literal address is connected to without a lookup.
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) return Promise.reject(refused(host));
  const payload = body && JSON.stringify(body);
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
      },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(allowPrivate ? {} : { lookup: lookupPublic }),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      readJson(response, limits.maxBytes).then(resolve, (error) => {
        outgoing.destroy();
        reject(error);
      });
    });
    outgoing.end(payload);
  });
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
