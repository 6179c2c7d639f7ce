import path from 'node:path';
import { z } from 'zod';
import { MAX_BRAND_NAME_LENGTH } from '#contract/settings/rules.ts';
import { settingTable } from '#contract/settings/table.ts';
import { parseSecretKeys, type SecretKey } from '../../base/keys.ts';
import type { Pooler } from '../../db/connections.ts';
import type { DatabaseLimits } from '../../db/limits.ts';
import { isSigningKey } from '../sealed-log/signing-key.ts';
import { databaseVariables, readLimits, readPooler } from './database-settings.ts';
import { type ClamdAddress, type FilesPlace, filesVariables, readFiles } from './file-settings.ts';
import { type MetricsConfig, networkVariables, type TrustedProxies } from './http-settings.ts';
import { type MailConfig, mailVariables, readMail } from './mail-settings.ts';
import { type OidcConfig, oidcVariables, readOidc } from './oidc-settings.ts';
import { passwordVariables } from './password-settings.ts';
import { BadSettings, findSettingFile, gatherSettings } from './settings-sources.ts';
import { readTls, type TlsConfig, tlsVariables } from './tls-settings.ts';

export const TRANSLATION_SERVICES = {
  google: 'https://translate.googleapis.com',
  mymemory: 'https://api.mymemory.translated.net',
  libretranslate: undefined,
  off: undefined,
} as const;
export type TranslationProvider = keyof typeof TRANSLATION_SERVICES;

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Value of BACKUP_RECIPIENTS for archives that are not encrypted. */
const PLAIN = 'plain';

/** Splits recipients at commas and white space, and leaves out lines of comment, as in a recipients file of age. */
function splitRecipients(text: string): string[] {
  return text
    .replaceAll(/^\s*#.*$/gm, '')
    .split(/[\s,]+/)
    .filter((part) => part !== '');
}

/** The start of the server checks the checksum, with the library that encrypts. */
function looksLikeRecipient(text: string): boolean {
  return /^age1[a-z0-9]{50,}$/.test(text);
}

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATA_DIR: z.string().min(1).optional(),
  ...databaseVariables,
  AUDIT_KEY: z.string().refine(isSigningKey, 'must be an Ed25519 private key in PEM').optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,2}[hd]$/, 'must be hours or days, such as 6h or 1d')
    .default('1d'),
  VERIFY_EVERY: z
    .string()
    .regex(/^(?:[1-9]\d{0,2}[hd]|off)$/, 'must be hours or days, such as 6h or 1d, or off')
    .default('1d'),
  BACKUP_RECIPIENTS: z
    .string()
    .transform(splitRecipients)
    .refine(
      (found) => String(found) === PLAIN || (found.length > 0 && found.every(looksLikeRecipient)),
      'must be recipients of age such as age1..., separated by commas, or plain; "wallet backup keygen" makes one',
    )
    .optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  SECRET_KEY: z
    .string()
    .transform(parseSecretKeys)
    .refine(
      (keys) => keys !== undefined,
      'must be 32 random bytes in base64, as "wallet secrets keygen" prints them; several are separated by commas',
    )
    .optional(),
  STOP_GRACE_MS: z.coerce.number().int().min(0).max(60_000).default(250),
  PRODUCT_NAME: z
    .string()
    .trim()
    .min(1)
    .max(MAX_BRAND_NAME_LENGTH)
    .default(settingTable.brandName.default),
  ...passwordVariables,
  SEED_DEMO: flag.default(true),
  ...filesVariables,
  ...networkVariables,
  ...tlsVariables,
  ...mailVariables,
  ...oidcVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  TRANSLATION_PROVIDER: z.enum(['google', 'libretranslate', 'mymemory', 'off']).default('google'),
  TRANSLATION_URL: z.url({ protocol: /^https?$/ }).optional(),
  SEND_EVENTS: flag.default(true),
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
});

export interface TranslationConfig {
  provider: TranslationProvider;
  baseUrl: string | undefined;
  /** Only an address that the operator chose may be in a private network. */
  allowPrivate: boolean;
}

export type BackupRecipients = 'plain' | string[];

export interface Config {
  host: string;
  port: number;
  dataDir: string | undefined;
  /** Where uploaded files are stored; undefined: in the data folder. */
  files: FilesPlace | undefined;
  /** The virus scanner of uploads; undefined: they are not scanned. */
  clamd: ClamdAddress | undefined;
  /** Leads to the database itself. */
  databaseUrl: string | undefined;
  /** For requests; undefined: they use `databaseUrl`. */
  databasePooler: Pooler | undefined;
  databaseLimits: DatabaseLimits;
  /** How long a stopping server still accepts connections while `/readyz` reports that it stops. */
  stopGraceMs: number;
  /** The private key that signs heads of the audit log, in PEM; undefined: the one in the data folder. */
  auditKey: string | undefined;
  backups: { dir: string; everyMs: number; keep: number } | undefined;
  /** `undefined`: the operator did not say, and no archive is written. */
  backupRecipients: BackupRecipients | undefined;
  /** The keys that encrypt account numbers, the current one first. `undefined`: those in the data folder, if any. */
  secretKeys: SecretKey[] | undefined;
  /** The file that SECRET_KEY_FILE names. */
  secretKeyFile: string | undefined;
  verifyEveryMs: number | undefined;
  productName: string;
  adminPassword: string | undefined;
  demoPassword: string | undefined;
  /** The service that new passwords are looked up in; ends in a slash. Undefined: they are not looked up. */
  breachedPasswordsUrl: URL | undefined;
  seedDemo: boolean;
  /** The only origin that browsers may use; undefined: any address that reaches this server. */
  publicUrl: URL | undefined;
  trustProxy: TrustedProxies | undefined;
  /** Undefined: the server speaks http. */
  tls: TlsConfig | undefined;
  metrics: MetricsConfig;
  logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  translation: TranslationConfig;
  /** Whether this server sends to webhooks and devices. */
  sendsEvents: boolean;
  /** Whether webhooks may be in a private network. */
  allowsPrivateWebhooks: boolean;
  /** Undefined: the server sends no mails. */
  mail: MailConfig | undefined;
  /** Undefined: people sign in with the credentials of the wallet only. */
  oidc: OidcConfig | undefined;
  projectDir: string;
}

export const SETTING_NAMES = Object.keys(environment.shape);

/** Throws BadSettings, which lists each invalid setting and its rule, but never its value. */
export function readConfig(env: NodeJS.ProcessEnv, projectDir: string): Config {
  const given = gatherSettings(env, SETTING_NAMES, projectDir);
  const parsed = environment.safeParse(given, { error: explain });
  if (!parsed.success) {
    throw new BadSettings(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  const settings = parsed.data;
  const config: Config = {
    host: settings.HOST,
    port: settings.PORT,
    dataDir: settings.DATA_DIR && path.resolve(settings.DATA_DIR),
    files: readFiles(settings),
    clamd: settings.CLAMAV_URL,
    databaseUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    databasePooler: readPooler(settings),
    databaseLimits: readLimits(settings),
    stopGraceMs: settings.STOP_GRACE_MS,
    auditKey: settings.AUDIT_KEY,
    backups: readBackups(settings),
    backupRecipients:
      String(settings.BACKUP_RECIPIENTS) === PLAIN ? PLAIN : settings.BACKUP_RECIPIENTS,
    secretKeys: settings.SECRET_KEY,
    secretKeyFile: findSettingFile(env, 'SECRET_KEY', projectDir),
    verifyEveryMs:
      settings.VERIFY_EVERY === 'off' ? undefined : readInterval(settings.VERIFY_EVERY),
    productName: settings.PRODUCT_NAME,
    adminPassword: settings.ADMIN_PASSWORD,
    demoPassword: settings.DEMO_PASSWORD,
    breachedPasswordsUrl: settings.BREACHED_PASSWORDS_URL,
    seedDemo: settings.SEED_DEMO,
    publicUrl: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    tls: readTls(settings, (name) => findSettingFile(env, name, projectDir)),
    metrics: readMetrics(settings),
    logLevel: settings.LOG_LEVEL,
    translation: readTranslation(settings),
    sendsEvents: settings.SEND_EVENTS,
    allowsPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE,
    mail: readMail(settings),
    oidc: readOidc(settings),
    projectDir,
  };
  return config;
}

const explain: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'invalid_type':
      return 'must be a whole number';
    case 'too_small':
      return `must be ${issue.minimum} or more${unitOf(issue.origin)}`;
    case 'too_big':
      return `must be ${issue.maximum} or less${unitOf(issue.origin)}`;
    case 'invalid_format':
      return 'must be an address that begins with http:// or https://';
    default:
      return undefined;
  }
};

const unitOf = (origin: string) => (origin === 'string' ? ' characters' : '');

function readMetrics(settings: z.infer<typeof environment>): MetricsConfig {
  const { METRICS_ADDRESS: address, METRICS_TOKEN: token, PORT } = settings;
  if (address?.port === PORT) {
    throw new BadSettings(['METRICS_ADDRESS: must have another port than PORT']);
  }
  return { address, token };
}

const HOUR_MS = 60 * 60_000;

function readBackups(settings: z.infer<typeof environment>): Config['backups'] {
  const { BACKUP_DIR: dir, BACKUP_EVERY: often, BACKUP_KEEP: keep } = settings;
  const everyMs = readInterval(often);
  return dir === undefined ? undefined : { dir: path.resolve(dir), everyMs, keep };
}

function readInterval(text: string): number {
  return Number.parseInt(text, 10) * (text.endsWith('d') ? 24 : 1) * HOUR_MS;
}

function readTranslation(settings: z.infer<typeof environment>): TranslationConfig {
  const { TRANSLATION_PROVIDER: provider, TRANSLATION_URL } = settings;
  const baseUrl = TRANSLATION_URL ?? TRANSLATION_SERVICES[provider];
  if (provider === 'libretranslate' && !baseUrl) {
    throw new BadSettings(['TRANSLATION_URL: must be the address of your LibreTranslate']);
  }
  return { provider, baseUrl, allowPrivate: TRANSLATION_URL !== undefined };
}
