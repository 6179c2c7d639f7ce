import { MAX_DISPLAY_ORDER } from '#contract/shared/limits.ts';
import { parseWebUrl } from '#contract/shared/text.ts';
import type { SiteUrl, SiteUrlForm } from '#contract/site-urls/schema.ts';

/** Form fields as typed: the display order is a string. */
export type TypedSiteUrl = Omit<SiteUrlForm, 'displayOrder'> & { displayOrder: string };
export type SiteUrlProblems = { title: 'missing'; url: 'invalid' };

export const SHOWN_URL_LENGTH = 40;
export const SHOWN_DESCRIPTION_LENGTH = 50;

/** Returns the initial values for a new, active link or an existing one. */
export function initialForm(siteUrl: SiteUrl | undefined): TypedSiteUrl {
  return {
    title: siteUrl?.title ?? '',
    url: siteUrl?.url ?? '',
    description: siteUrl?.description ?? '',
    displayOrder: String(siteUrl?.displayOrder ?? 0),
    isActive: siteUrl?.isActive ?? true,
  };
}

export function findProblems({ title, url }: TypedSiteUrl): Partial<SiteUrlProblems> {
  return {
    ...(title.trim() === '' && { title: 'missing' as const }),
    ...(parseWebUrl(url) === undefined && { url: 'invalid' as const }),
  };
}

export function toForm({ displayOrder, ...form }: TypedSiteUrl): SiteUrlForm {
  return { ...form, displayOrder: parseOrder(displayOrder) };
}

/** Parses a whole number of at least 0; other input becomes 0. */
export function parseOrder(typed: string): number {
  const order = /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
  return order <= MAX_DISPLAY_ORDER ? order : 0;
}

/** Cuts a text to `maxLength` characters and appends dots. */
export function truncate(text: string, maxLength: number): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  return `${characters.slice(0, maxLength).join('')}...`;
}
