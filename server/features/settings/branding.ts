import { setTimeout } from 'node:timers/promises';
import { BRAND_IMAGES, DEFAULT_BRAND_COLOR, MIN_ICON_SIDE } from '#contract/branding/rules.ts';
import type { BrandColors, BrandView } from '#contract/settings/schema.ts';
import { appError, describeError } from '#server/base/errors.ts';
import { shareRun } from '#server/base/share-run.ts';
import { every } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import type { Brand, BrandFile, BrandSource } from '#server/platform/branding/brand.ts';
import { makeIcons } from '#server/platform/branding/icons.ts';
import {
  contrastsOf,
  darkerReadable,
  isReadable,
  shadesOf,
} from '#server/platform/branding/shades.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import { deleteFiles, insertFile, type StoredFile } from '#server/platform/files/stored-images.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { readImage } from './brand-images.ts';
import { type ImageRow, selectImage, updateImage } from './branding.queries.ts';
import { lockSettings } from './settings.queries.ts';
import { getSettings } from './settings.ts';

/** Images of the brand need no session. */
const BRAND_PATH = '/brand/';
const RETRY_MS = 5000;
const READ_AGAIN_MS = 1000;

type Needs = Pick<Deps, 'config' | 'db'>;

export async function getBrand(deps: Needs): Promise<BrandView> {
  const { name, color, shades, logo, icon } = await toLook(await readFacts(deps));
  return { name, color, shades: shades ?? null, logo: logo ?? null, icon: icon ?? null };
}

/** Without `file` the image is removed. Throws NOT_FOUND or BRAND_ICON_TOO_SMALL. */
export async function setBrandImage(
  deps: Deps,
  actor: Actor,
  { image: name, file }: { image: string | undefined; file: StoredFile | undefined },
): Promise<BrandView> {
  await runCommand(deps, actor, async (tx) => {
    const image = BRAND_IMAGES.find((known) => known === name);
    if (!image) throw appError('NOT_FOUND');
    if (image === 'icon') requireIconSize(file);
    await lockSettings(tx.query);
    const before = await selectImage(tx.query, image);
    if (!before && !file) return;
    const fileId = file?.id ?? null;
    if (file) await insertFile(tx, { file, userId: actor.userId });
    await updateImage(tx.query, { image, fileId, at: tx.at });
    if (before) await deleteFiles(deps, tx, [before.id]);
    await recordConfigChange(tx, {
      ...({ actor, chainId: 'settings', entity: 'brand-image', entityId: image } as const),
      before: { image, fileId: before?.id ?? null },
      after: { image, fileId },
      event: (op) => ({ entity: 'settings', op }),
    });
    await notifyOfChange(tx, { kind: 'settingsChanged', actor, subject: image });
  });
  return getBrand(deps);
}

export async function describeColor(color: string): Promise<BrandColors> {
  return {
    shades: await shadesOf(color),
    contrasts: await contrastsOf(color),
    isReadable: await isReadable(color),
    readable: await darkerReadable(color),
  };
}

function requireIconSize(file: StoredFile | undefined): void {
  if (!file || Math.min(file.width, file.height) >= MIN_ICON_SIDE) return;
  throw appError('BRAND_ICON_TOO_SMALL', { pixels: MIN_ICON_SIDE });
}

interface Facts {
  providerName: string | undefined;
  name: string;
  color: string;
  logo: ImageRow | undefined;
  icon: ImageRow | undefined;
}

async function readFacts(deps: Needs): Promise<Facts> {
  const { brandName: name, brandColor: color } = await getSettings(deps);
  const { query } = deps.db;
  return {
    ...{ name, color, providerName: deps.config.oidc?.name },
    logo: await selectImage(query, 'logo'),
    icon: await selectImage(query, 'icon'),
  };
}

type Look = Omit<Brand, 'files'>;

async function toLook({ name, color, logo, icon, providerName }: Facts): Promise<Look> {
  const isDefault = color === DEFAULT_BRAND_COLOR;
  const iconVersion = icon?.id ?? (isDefault ? '' : color.slice(1));
  return {
    ...{ name, color, iconVersion, providerName },
    shades: isDefault ? undefined : await shadesOf(color),
    logo: logo && `${BRAND_PATH}${logo.id}`,
    icon: icon && `${BRAND_PATH}${icon.id}`,
  };
}

/** `mark` is the product's, as SVG in the default colour. */
async function readFiles(
  deps: Deps,
  { color, logo, icon }: Facts,
  mark: string,
): Promise<BrandFile[]> {
  const images: BrandFile[] = [];
  for (const row of [logo, icon]) {
    if (!row) continue;
    const { id, contentType: type } = row;
    const body = await readImage(deps, row);
    images.push({ address: `${BRAND_PATH}${id}`, type, body, isFixed: true });
  }
  if (icon) return [...images, ...(await makeIcons(images.at(-1)?.body ?? Buffer.alloc(0)))];
  if (color === DEFAULT_BRAND_COLOR || mark === '') return images;
  const colored = Buffer.from(mark.replaceAll(DEFAULT_BRAND_COLOR, color));
  return [...images, ...(await makeIcons(colored, color))];
}

export interface WatchedBrand extends BrandSource {
  stop(): Promise<void>;
}

/** Keeps the brand in memory, and reads it again after each change of a setting by any server. */
export async function watchBrand(deps: Deps, mark: string): Promise<WatchedBrand> {
  const listeners: ((brand: Brand) => Promise<void>)[] = [];
  let current: Brand = { ...(await toLook(await readFacts(deps))), files: [] };
  let shown: Look | undefined;
  let isStale = false;
  const read = async () => {
    const facts = await readFacts(deps);
    const look = await toLook(facts);
    if (JSON.stringify(look) === JSON.stringify(shown)) return;
    const next = { ...look, files: await readFiles(deps, facts, mark) };
    for (const listener of listeners) await listener(next);
    [current, shown] = [next, look];
  };
  /** Also the work of the timer, which repeats a failed attempt. */
  const refresh = shareRun(async () => {
    while (isStale) {
      isStale = false;
      await read().catch((error: unknown) => {
        isStale = true;
        throw error;
      });
    }
  });
  const timer = every({ intervalMs: RETRY_MS, name: 'refresh brand', log: deps.log }, refresh);
  const show = () => {
    isStale = true;
    return refresh().catch((error: unknown) => {
      deps.log.warn({ error: describeError(error) }, 'the brand could not be read, retried');
    });
  };
  let readAt = Number.NEGATIVE_INFINITY;
  const readAgain = shareRun(async () => {
    const waitMs = readAt + READ_AGAIN_MS - performance.now();
    if (waitMs > 0) await setTimeout(waitMs);
    readAt = performance.now();
    isStale = true;
    await refresh();
  });
  const ignore = deps.events.listen('settings', () => void show());
  // The images are missing at first, so that a server starts without its file store.
  await show();
  return {
    get current() {
      return current;
    },
    onChange: (listener) => void listeners.push(listener),
    readAgain,
    async stop() {
      ignore();
      await timer.stop();
    },
  };
}
