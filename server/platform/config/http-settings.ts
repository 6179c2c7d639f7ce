import { isIP } from 'node:net';
import { z } from 'zod';

export type TrustedProxies = number | string[];

export interface MetricsConfig {
  /** Undefined: the product's own. */
  address: { host: string; port: number } | undefined;
  token: string | undefined;
}

const PUBLIC_URL =
  'must be what people open, such as https://wallet.example.com, with nothing after the host and port';
const TRUST_PROXY =
  'must be how many proxies stand before the server (1, 2, ...), or their addresses and networks, such as 10.0.0.5, 172.16.0.0/12';
const TRUST_EVERYONE = 'must not hold a network of everyone: anyone could then say who they are';
const METRICS_ADDRESS =
  'must be an address of this machine and a port from 1 to 65535, such as 127.0.0.1:9464';
const METRICS_TOKEN = 'must be 16 characters or more, without spaces';

export const networkVariables = {
  PUBLIC_URL: z.string().transform(readOrigin).optional(),
  TRUST_PROXY: z.string().transform(readProxies).optional(),
  METRICS_ADDRESS: z.string().transform(readAddress).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, METRICS_TOKEN)
    .optional(),
};

function readOrigin(text: string, { addIssue }: z.RefinementCtx): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url;
  addIssue(PUBLIC_URL);
  return z.NEVER;
}

function readAddress(text: string, { addIssue }: z.RefinementCtx): { host: string; port: number } {
  const [, address = '', digits] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const [host, port] = [address.replace(/^\[(.*)\]$/, '$1'), Number(digits)];
  if (host !== '' && port > 0 && port < 65536) return { host, port };
  addIssue(METRICS_ADDRESS);
  return z.NEVER;
}

function readProxies(text: string, { addIssue }: z.RefinementCtx): TrustedProxies {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (!networks.every(isNetwork)) addIssue(TRUST_PROXY);
  else if (networks.some((network) => network.endsWith('/0'))) addIssue(TRUST_EVERYONE);
  return networks;
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}
