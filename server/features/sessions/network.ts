import { isIP } from 'node:net';

/** Where a request comes from, as attempts are counted. */
export interface Place {
  /** An IPv4 address, or the /64 that one IPv6 customer has at least: single addresses of it are no limit. */
  address: string;
  /** Its neighbourhood, a /24 or a /48: what one attacker easily has many addresses of. */
  network: string;
}

/** What is no address at all counts as one place. */
export function placeOf(ip: string): Place {
  const bare = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  const version = isIP(bare);
  if (version === 0) return { address: 'unknown', network: 'unknown' };
  if (version === 4) return { address: bare, network: bare.split('.').slice(0, 3).join('.') };
  const groups = groupsOf(bare);
  return { address: groups.slice(0, 4).join(':'), network: groups.slice(0, 3).join(':') };
}

/** The first groups of an IPv6 address, spelled one way. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].map((group) => Number.parseInt(group, 16).toString(16));
}
