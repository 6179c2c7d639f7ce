import { MAX_DISPLAY_ORDER, parseWebUrl } from '#contract/rules.ts';
import type { SiteUrl, SiteUrlForm } from '#contract/site-urls.ts';

/** The form as typed: the order is still a text. */
export type TypedSiteUrl = Omit<SiteUrlForm, 'displayOrder'> & { displayOrder: string };
export type SiteUrlProblems = { title: 'missing'; url: 'invalid' };

export const SHOWN_URL_LENGTH = 40;
export const SHOWN_DESCRIPTION_LENGTH = 50;

/** What the dialog starts with: a new, active link or one as it stands. */
export function initialForm(siteUrl: SiteUrl | undefined): TypedSiteUrl {
  return {
    title: siteUrl?.title ?? '',
    url: siteUrl?.url ?? '',
    description: siteUrl?.description ?? '',
    displayOrder: String(siteUrl?.displayOrder ?? 0),
    isActive: siteUrl?.isActive ?? true,
  };
}

/** What keeps the form from being sent. */
export function findProblems({ title, url }: TypedSiteUrl): Partial<SiteUrlProblems> {
  return {
    ...(title.trim() === '' && { title: 'missing' as const }),
    ...(parseWebUrl(url) === undefined && { url: 'invalid' as const }),
  };
}

/** The form as it is sent. */
export function toForm({ displayOrder, ...form }: TypedSiteUrl): SiteUrlForm {
  return { ...form, displayOrder: parseOrder(displayOrder) };
}

/** A whole number of at least 0; anything else falls back to 0. */
export function parseOrder(typed: string): number {
  const order = /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
  return order <= MAX_DISPLAY_ORDER ? order : 0;
}

/** A text cut to so many characters; dots say that there is more. */
export function truncate(text: string, maxLength: number): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  return `${characters.slice(0, maxLength).join('')}...`;
}
