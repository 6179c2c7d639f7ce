import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

const DEFAULT_NAME = 'the product wallet';

export interface Brand {
  name: string;
  /** Null for the colour of `web/theme.ts`. */
  shades: readonly string[] | null;
  /** Addresses of the operator's images. */
  logo: string | null;
  icon: string | null;
}

const shown = createStore(readPage());

/** The server writes the brand into the page, so that the first paint has it. */
function readPage(): Brand {
  const shades = readMeta('brand-shades')?.split(' ') ?? null;
  return {
    name: readMeta('product-name') ?? DEFAULT_NAME,
    shades,
    logo: readMeta('brand-logo') ?? null,
    icon: readMeta('brand-icon') ?? null,
  };
}

/** Returns what the server wrote into the page; undefined if it is empty. */
export function readMeta(name: string): string | undefined {
  // Tests of models have no page.
  if (typeof document === 'undefined') return undefined;
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  // Vite's development server does not replace the placeholders.
  return content && !content.startsWith('%') ? content : undefined;
}

export function useBrand(): Brand {
  return useSyncExternalStore(shown.listen, shown.get);
}

export function useProductName(): string {
  return useBrand().name;
}

/** Shows a brand that an administrator saved. */
export function showBrand({ name, shades, logo, icon }: Brand): void {
  const next: Brand = { name, shades, logo, icon };
  if (JSON.stringify(next) === JSON.stringify(shown.get())) return;
  if (icon) showTabIcon(icon);
  shown.set(next);
}

function showTabIcon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  link?.removeAttribute('type');
  link?.setAttribute('href', address);
}
