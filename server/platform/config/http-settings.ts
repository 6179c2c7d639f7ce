import { isIP } from 'node:net';
import { z } from 'zod';

export type TrustedProxies = number | string[];

export interface MetricsConfig {
  /** A separate port; undefined: the product's port. */
  port: number | undefined;
  host: string;
  token: string | undefined;
  hasOldNames: boolean;
}

const PUBLIC_URL =
  'must be what people open, such as https://wallet.example.com, with nothing after the host and port';
const TRUST_PROXY =
  'must be how many proxies stand before the server (1, 2, ...), or their addresses and networks, such as 10.0.0.5, 172.16.0.0/12';
const TRUST_EVERYONE = 'must not hold a network of everyone: anyone could then say who they are';
const METRICS_TOKEN = 'must be 16 characters or more, without spaces';

export const networkVariables = {
  PUBLIC_URL: z.string().transform(readOrigin).optional(),
  HSTS_SUBDOMAINS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  TRUST_PROXY: z.string().transform(readProxies).optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_HOST: z.string().min(1).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, METRICS_TOKEN)
    .optional(),
  METRICS_OLD_NAMES: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
};

function readOrigin(text: string, { addIssue }: z.RefinementCtx): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url;
  addIssue(PUBLIC_URL);
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
