import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { BadSettings } from './settings-sources.ts';

export type ClamdAddress = { host: string; port: number } | { path: string };

export interface Bucket {
  name: string;
  region: string;
  /** The address of the store; undefined for Amazon. */
  endpoint: string | undefined;
  /** Undefined: keys of limited life from the environment, such as those of an instance's role. */
  key: { keyId: string; secret: string } | undefined;
}

export type FilesPlace = { folder: string } | { bucket: Bucket };

type UnlockedBucket = Omit<Bucket, 'key'> & { keyId: string | undefined };
type Unlocked = { folder: string } | { bucket: UnlockedBucket };

const FILES_URL =
  'must be a folder such as /srv/wallet/files, or a bucket such as s3://wallet?region=ap-south-1, with &key-id=AKIA... for a key that does not change, and &endpoint=https://s3.example.com where it is not at Amazon';
const CLAMAV_URL =
  'must be the address of clamd, such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl';
const CLAMD_PORT = 3310;
const IN_THE_URL = 'must not hold the secret: that is FILES_SECRET';
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{2,40}$/;
const KEY_ID = /^[\w.+=-]{2,128}$/;
/** Also Swift's `account:user`. */
const KEY_ID_ELSEWHERE = /^[\w.+=-]{1,128}(:[\w.+=-]{1,128})?$/;
const PARAMETERS = ['region', 'key-id', 'endpoint'];

export const filesVariables = {
  FILES_URL: z.string().transform(readPlace).optional(),
  FILES_SECRET: z
    .string()
    .regex(/^\S{2,512}$/, 'must be the secret of the key in FILES_URL')
    .optional(),
  CLAMAV_URL: z.string().transform(readClamd).optional(),
};

export function readFiles(settings: {
  FILES_URL?: Unlocked | undefined;
  FILES_SECRET?: string | undefined;
}): FilesPlace | undefined {
  const { FILES_URL: place, FILES_SECRET: secret } = settings;
  const keyId = place && 'bucket' in place ? place.bucket.keyId : undefined;
  if (keyId === undefined && secret !== undefined) {
    throw new BadSettings(['FILES_SECRET: has no effect unless FILES_URL has a key-id']);
  }
  if (keyId !== undefined && secret === undefined) {
    throw new BadSettings(['FILES_SECRET: must be the secret of the key in FILES_URL']);
  }
  if (!place || 'folder' in place) return place;
  const { name, region, endpoint } = place.bucket;
  const key = keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined;
  return { bucket: { name, region, endpoint, key } };
}

function readPlace(text: string, { addIssue }: z.RefinementCtx): Unlocked {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return { folder: path.resolve(text) };
  const url = text.includes('://') && URL.canParse(text) ? new URL(text) : undefined;
  if (url && scheme === 'file' && url.host === '') return { folder: fileURLToPath(url) };
  const hasSecret = url && (url.username !== '' || url.password !== '');
  const bucket = url && scheme === 's3' && !hasSecret ? readBucket(url) : undefined;
  if (bucket) return { bucket };
  addIssue(hasSecret ? IN_THE_URL : FILES_URL);
  return z.NEVER;
}

function readBucket(url: URL): UnlockedBucket | undefined {
  const given = Object.fromEntries(url.searchParams);
  const { endpoint, 'key-id': keyId, region = endpoint ? 'us-east-1' : '' } = given;
  const isKnown = [...url.searchParams.keys()].every((name) => PARAMETERS.includes(name));
  const hasOnlyHost = (url.pathname === '' || url.pathname === '/') && url.port === '' && !url.hash;
  const isKeyId = keyId === undefined || (endpoint ? KEY_ID_ELSEWHERE : KEY_ID).test(keyId);
  const isRight = BUCKET_NAME.test(url.host) && REGION.test(region) && isKeyId;
  if (!isKnown || !hasOnlyHost || !isRight) return undefined;
  if (endpoint !== undefined && !isOrigin(endpoint)) return undefined;
  return { name: url.host, region, endpoint, keyId };
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, href, origin } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

function readClamd(text: string, { addIssue }: z.RefinementCtx): ClamdAddress {
  const socket = /^unix:\/\/(\/[^?#%]+)$/.exec(text)?.[1];
  if (socket) return { path: socket };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isServer = url && /^tcp:\/\/[^/@?#]+\/?$/.test(text) && url.port !== '0';
  if (isServer) {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return { host, port: Number(url.port) || CLAMD_PORT };
  }
  addIssue(CLAMAV_URL);
  return z.NEVER;
}
