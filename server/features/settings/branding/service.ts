import { DEFAULT_BRAND_COLOR } from '#contract/branding/rules.ts';
import type { BrandColors, BrandView } from '#contract/settings/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Brand, BrandSource } from '#server/platform/branding/brand.ts';
import {
  contrastsOf,
  darkerReadable,
  isReadable,
  shadesOf,
} from '#server/platform/branding/shades.ts';
import { describeError } from '#server/platform/runtime/errors.ts';
import { every } from '#server/platform/runtime/timers.ts';
import { getSettings } from '../service.ts';

const RETRY_MS = 5000;

export async function getBrand(deps: Pick<Deps, 'config' | 'db'>): Promise<BrandView> {
  const { name, color, shades } = await readBrand(deps);
  return { name, color, shades: shades ?? null };
}

export function describeColor(color: string): BrandColors {
  return {
    shades: shadesOf(color),
    contrasts: contrastsOf(color),
    isReadable: isReadable(color),
    readable: darkerReadable(color),
  };
}

async function readBrand(deps: Pick<Deps, 'config' | 'db'>): Promise<Brand> {
  const { brandName: name, brandColor: color } = await getSettings(deps);
  return { name, color, shades: color === DEFAULT_BRAND_COLOR ? undefined : shadesOf(color) };
}

export interface WatchedBrand extends BrandSource {
  stop(): Promise<void>;
}

/** Keeps the brand in memory, and reads it again after each change of a setting by any server. */
export async function watchBrand(deps: Deps): Promise<WatchedBrand> {
  const listeners: ((brand: Brand) => Promise<void>)[] = [];
  let current = await readBrand(deps);
  let isStale = false;
  let running: Promise<void> | undefined;
  const read = async () => {
    while (isStale) {
      isStale = false;
      const next = await readBrand(deps);
      if (JSON.stringify(next) === JSON.stringify(current)) continue;
      for (const listener of listeners) await listener(next);
      current = next;
    }
  };
  const refresh = async () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    await running.catch((error: unknown) => {
      isStale = true; // Read again by the next run of the timer.
      throw error;
    });
  };
  const timer = every({ intervalMs: RETRY_MS, name: 'refresh brand', log: deps.log }, refresh);
  const ignore = deps.events.listen('settings', () => {
    isStale = true;
    refresh().catch((error: unknown) => {
      deps.log.warn({ error: describeError(error) }, 'the brand could not be read, retried');
    });
  });
  return {
    get current() {
      return current;
    },
    onChange: (listener) => void listeners.push(listener),
    async stop() {
      ignore();
      await timer.stop();
    },
  };
}
