import { readFile } from 'node:fs/promises';
import type { Server, ServerOptions } from 'node:https';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../base/log.ts';
import {
  type Certificate,
  findCertificateProblem,
  type TlsConfig,
} from '../config/tls-settings.ts';

const HANDSHAKE_MS = 10_000;
/** Certificates are renewed weeks before they expire. */
const RENEWAL_CHECK_MS = 600_000;

/** Options of a server that speaks https itself. */
export function tlsOptionsOf({ cert, key }: Certificate): ServerOptions {
  return { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS };
}

/** The event of a server for each connection that can carry requests: with TLS the one after the handshake. */
export function connectionEventOf(server: FastifyInstance['server']): string {
  return server instanceof TlsServer ? 'secureConnection' : 'connection';
}

/** Uses a renewed certificate for new connections, without a restart. Open ones stay. */
export function registerRenewal(
  app: FastifyInstance,
  { tls, log }: { tls: TlsConfig | undefined; log: Logger },
  checkEveryMs = RENEWAL_CHECK_MS,
): void {
  if (!tls?.files) return;
  const { files } = tls;
  let used: Certificate = tls;
  let refused = '';
  const check = async () => {
    const found = await readCertificate(files);
    if (found.cert === used.cert && found.key === used.key) return;
    const problem = findCertificateProblem(found);
    if (problem === undefined) {
      // The instance is one of `https`, because it has a certificate; Fastify's type does not say so.
      (app.server as Server).setSecureContext(tlsOptionsOf(found));
      used = found;
      log.info('the renewed certificate is used');
    } else if (refused !== found.cert + found.key) {
      // Once for each state: the two files are not written in one moment.
      refused = found.cert + found.key;
      log.warn({ problem }, 'the certificate stays as it was');
    }
  };
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn({ err: error }, 'the certificate stays as it was'));
  }, checkEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

async function readCertificate(files: { cert: string; key: string }): Promise<Certificate> {
  const [cert, key] = await Promise.all([
    readFile(files.cert, 'utf8'),
    readFile(files.key, 'utf8'),
  ]);
  return { cert, key };
}
