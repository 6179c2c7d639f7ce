import { isBrandColor, isColor } from '#contract/branding/rules.ts';
import type { Settings } from '#contract/settings/table.ts';

export type BrandSettings = Pick<Settings, 'brandName' | 'brandColor'>;

export interface BrandFields {
  name: string;
  color: string;
}

export interface BrandProblems {
  name?: true;
  color?: 'form' | 'contrast';
}

export function toBrandFields({ brandName, brandColor }: BrandSettings): BrandFields {
  return { name: brandName, color: brandColor };
}

export function toBrandSettings({ name, color }: BrandFields): BrandSettings {
  return { brandName: name.trim(), brandColor: toColor(color) };
}

/** Accepts capital letters, and a missing number sign. */
export function toColor(typed: string): string {
  return `#${typed.trim().replace(/^#/, '').toLowerCase()}`;
}

export function findBrandProblems(fields: BrandFields): BrandProblems {
  const { brandName, brandColor } = toBrandSettings(fields);
  return {
    ...(brandName === '' && { name: true }),
    ...(!isColor(brandColor) && { color: 'form' }),
    ...(isColor(brandColor) && !isBrandColor(brandColor) && { color: 'contrast' }),
  };
}
