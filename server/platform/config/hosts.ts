import { isIP } from 'node:net';

/** Most requests name the same host, and parsing it takes some microseconds. */
export function rememberLast<Result>(read: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: read(text) };
    return last.result;
  };
}

export const hostnameOf = rememberLast((host): string | undefined => {
  const address = `http://${host}`;
  if (/[\s/\\?#@]/.test(host) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname;
});

export function isAddress(host: string): boolean {
  return isIP(withoutBrackets(host)) !== 0;
}

export function isLoopback(host: string): boolean {
  const address = withoutBrackets(host).replace(/^::ffff:(?=\d+\.)/i, '');
  if (address === 'localhost' || address === '::1') return true;
  return isIP(address) === 4 && address.startsWith('127.');
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
