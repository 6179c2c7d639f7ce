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

const TLS: Certificate = { cert: 'TLS_CERTIFICATE', key: 'TLS_KEY' };

/** Throws BadSettings as `readCertificate` does. */
export function readTls(
  settings: { TLS_CERTIFICATE?: string | undefined; TLS_KEY?: string | undefined },
  fileOf: (name: string) => string | undefined,
): TlsConfig | undefined {
  const { TLS_CERTIFICATE: cert, TLS_KEY: key } = settings;
  const certificate = readCertificate({ cert, key }, TLS);
  if (!certificate) return undefined;
  const files = { cert: fileOf('TLS_CERTIFICATE'), key: fileOf('TLS_KEY') };
  return {
    ...certificate,
    files: files.cert && files.key ? { cert: files.cert, key: files.key } : undefined,
  };
}

/** Returns undefined if neither is set. Throws BadSettings if one is missing or unreadable, or if they do not belong together. */
export function readCertificate(
  { cert, key }: { [Part in keyof Certificate]: string | undefined },
  names: Certificate,
): Certificate | undefined {
  if (!cert && !key) return undefined;
  if (!cert) throw new BadSettings([`${names.cert}: must be set with ${names.key}`]);
  if (!key) throw new BadSettings([`${names.key}: must be set with ${names.cert}`]);
  const problem = findCertificateProblem({ cert, key }, names);
  if (problem) throw new BadSettings([problem]);
  return { cert, key };
}

/** Returns what the operator should change. The sentence has nothing of the key. `names` are those of the settings. */
export function findCertificateProblem(
  { cert, key }: Certificate,
  names: Certificate = TLS,
): string | undefined {
  const certificate = tryTo(() => new X509Certificate(cert));
  const privateKey = tryTo(() => createPrivateKey(key));
  if (!certificate) return `${names.cert}: must be a certificate in PEM`;
  if (!privateKey) return `${names.key}: must be a private key in PEM, without a password`;
  if (certificate.checkPrivateKey(privateKey)) return undefined;
  return `${names.key}: belongs to another certificate than ${names.cert}, whose own must come first`;
}

function tryTo<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
