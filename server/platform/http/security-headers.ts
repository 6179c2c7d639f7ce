import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { RECEIPT_READER_WORKER } from '#contract/deposits/rules.ts';
import type { Config } from '../config/config.ts';

export const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ');

const contentPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // For attributes only. The page allows its own <style> elements with a nonce (platform/http/web.ts).
  styleSrc: ["'self'"],
  styleSrcAttr: ["'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  upgradeInsecureRequests: null,
};

/** Of responses that are no documents: built scripts, styles and fonts (a first visit loads thirty), and refusals. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";
const NOT_FOR_FILES = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;
const BUILT_FILES = '/assets/';
const ONE_YEAR_SECONDS = 31_536_000;

type NetworkConfig = Pick<Config, 'publicUrl'>;

/** Returns the value of Strict-Transport-Security: only for PUBLIC_URL's host, because localhost may be used by other services. */
export function strictTransportOf({ publicUrl }: NetworkConfig): string | undefined {
  return publicUrl?.protocol === 'https:' ? `max-age=${ONE_YEAR_SECONDS}` : undefined;
}

/** Call it before registering hooks that refuse requests. */
export function registerSecurityHeaders(app: FastifyInstance, config: NetworkConfig): void {
  const strictTransportSecurity = strictTransportOf(config) !== undefined && {
    maxAge: ONE_YEAR_SECONDS,
    includeSubDomains: false,
  };
  // Created once. @fastify/helmet creates it per request, which takes 16 µs instead of half a microsecond.
  const addHeaders = helmet({
    contentSecurityPolicy: { directives: contentPolicy },
    strictTransportSecurity,
  });
  const addToFile = helmet({ ...NOT_FOR_FILES, strictTransportSecurity });
  app.addHook('onRequest', (request, reply, next) => {
    if (isFile(request.url)) {
      reply.raw.setHeader('content-security-policy', FILE_POLICY);
      return addToFile(request.raw, reply.raw, () => next());
    }
    reply.raw.setHeader('permissions-policy', PERMISSIONS_POLICY);
    return addHeaders(request.raw, reply.raw, () => next());
  });
}

/** A worker has the policy of its script, like a document. */
function isFile(url: string): boolean {
  return url.startsWith(BUILT_FILES) && !url.startsWith(RECEIPT_READER_WORKER);
}
