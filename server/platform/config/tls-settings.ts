import { createPrivateKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { BadSettings } from './settings-sources.ts';

/** Certificate chain and private key in PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

export interface TlsConfig extends Certificate {
  /** The files that the settings name. Programs that renew certificates write there. */
  files: { cert: string; key: string } | undefined;
}

export const tlsVariables = {
  TLS_CERTIFICATE: z.string().optional(),
  TLS_KEY: z.string().optional(),
};

/** Throws BadSettings if one of the two settings is missing or unreadable, or if they do not belong together. */
export function readTls(
  settings: { TLS_CERTIFICATE?: string | undefined; TLS_KEY?: string | undefined },
  fileOf: (name: string) => string | undefined,
): TlsConfig | undefined {
  const { TLS_CERTIFICATE: cert, TLS_KEY: key } = settings;
  if (!cert && !key) return undefined;
  if (!cert) throw new BadSettings(['TLS_CERTIFICATE: must be set with TLS_KEY']);
  if (!key) throw new BadSettings(['TLS_KEY: must be set with TLS_CERTIFICATE']);
  const problem = findCertificateProblem({ cert, key });
  if (problem) throw new BadSettings([problem]);
  const files = { cert: fileOf('TLS_CERTIFICATE'), key: fileOf('TLS_KEY') };
  return {
    ...{ cert, key },
    files: files.cert && files.key ? { cert: files.cert, key: files.key } : undefined,
  };
}

/** Returns what the operator should change. The sentence has nothing of the key. */
export function findCertificateProblem({ cert, key }: Certificate): string | undefined {
  const certificate = tryTo(() => new X509Certificate(cert));
  const privateKey = tryTo(() => createPrivateKey(key));
  if (!certificate) return 'TLS_CERTIFICATE: must be a certificate in PEM';
  if (!privateKey) return 'TLS_KEY: must be a private key in PEM, without a password';
  if (certificate.checkPrivateKey(privateKey)) return undefined;
  return 'TLS_KEY: belongs to another certificate than TLS_CERTIFICATE, whose own must come first';
}

function tryTo<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
