import { DEFAULT_LIMITS } from '../db/limits.ts';
import type { Config } from '../platform/config/config.ts';
import type { EventHub } from '../platform/events/event-hub.ts';
import type { ImageWork } from '../platform/files/image-work.ts';
import type { FileStore } from '../platform/files/store.ts';

/** Passwords of the default accounts in every test database. The demo password is the well-known one. */
export const ADMIN_PASSWORD = 'admin-of-tests';
export const DEMO_PASSWORD = 'demo123';

export function testConfig(projectDir: string): Config {
  return {
    host: '127.0.0.1',
    port: 0,
    dataDir: undefined,
    files: undefined,
    clamd: undefined,
    databaseUrl: undefined,
    databasePooler: undefined,
    databaseLimits: DEFAULT_LIMITS,
    stopGraceMs: 0,
    auditKey: undefined,
    backups: undefined,
    backupRecipients: undefined,
    secretKeys: undefined,
    secretKeyFile: undefined,
    verifyEveryMs: undefined,
    productName: 'the product wallet',
    adminPassword: ADMIN_PASSWORD,
    demoPassword: DEMO_PASSWORD,
    breachedPasswordsUrl: undefined,
    seedDemo: true,
    publicUrl: undefined,
    trustProxy: undefined,
    tls: undefined,
    metrics: { address: undefined, token: undefined },
    logLevel: 'silent',
    translation: { provider: 'off', baseUrl: undefined, allowPrivate: false },
    sendsEvents: true,
    allowsPrivateWebhooks: false,
    mail: undefined,
    oidc: undefined,
    projectDir,
  };
}

/** An event hub without streams, for work such as creating the template database. */
export const silentHub: EventHub = {
  position: '0:0',
  isTailing: true,
  secondsSinceLastRead: 0,
  oldestUnpublishedSeconds: 0,
  openStreams: { user: 0, admin: 0 },
  start: async () => undefined,
  open: async () => () => undefined,
  listen: () => () => undefined,
  close: async () => undefined,
};

const refuse = async (): Promise<never> => {
  throw new Error('This work stores no files');
};

/** A file store that throws on every call, for work that stores no files. */
export const unusedFiles = new Proxy({} as FileStore, { get: () => refuse });

/** Image work that throws on every call, for services called without an upload. */
export const unusedImageWork = new Proxy({} as ImageWork, { get: () => refuse });
