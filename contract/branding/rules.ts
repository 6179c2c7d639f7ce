/** The colour of `web/theme.ts`, whose shades are chosen by hand. */
export const DEFAULT_BRAND_COLOR = '#2747df';
/** The operator's images: the logo replaces mark and name, the icon replaces the mark. */
export const BRAND_IMAGES = ['logo', 'icon'] as const;
export type BrandImage = (typeof BRAND_IMAGES)[number];
/** Shortest side of an icon in pixels, from which the icons of the installed app are made. */
export const MIN_ICON_SIDE = 192;
/** Longest side of a stored image: twice the largest icon's safe zone. */
export const MAX_BRAND_SIDE = 640;

/** WCAG 2.2, level AA, for text of normal size. */
export const MIN_CONTRAST = 4.5;
export const WHITE = '#ffffff';
/** The surfaces of `web/theme.ts` with the least contrast to text in the operator's colour. */
export const SURFACES = { light: '#f7f8fb', dark: '#1e2636' } as const;

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** Whether white text can be read on the colour, and the colour on light surfaces. */
export function isBrandColor(text: string): boolean {
  if (!isColor(text)) return false;
  return [WHITE, SURFACES.light].every((other) => contrastOf(text, other) >= MIN_CONTRAST);
}

/** The contrast of two colours (WCAG 2.2), from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [high = 0, low = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

export function channelsOf(color: string): [number, number, number] {
  const number = Number.parseInt(color.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** `share` of the second colour (0 to 1) in the first one. */
export function mixColors(one: string, other: string, share: number): string {
  const [from, to] = [channelsOf(one), channelsOf(other)];
  const mixed = from.map((channel, n) => Math.round(channel + ((to[n] ?? 0) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
