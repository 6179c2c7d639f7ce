import { WHITE } from '#contract/branding/rules.ts';
import type { MailLogo } from './logo.ts';
import { LOGO_ADDRESS } from './logo.ts';
import type { Mail } from './transport.ts';

export interface MailContent {
  language: string;
  brand: MailBrand;
  /** The first one is the greeting. A link follows the second one. */
  paragraphs: readonly string[];
  link?: MailLink | undefined;
  /** Small text at the end, with another link. */
  note?: { text: string; link?: MailLink | undefined } | undefined;
}

export interface MailBrand {
  name: string;
  /** White text on it is readable. */
  color: string;
  /** Replaces the name. */
  logo: MailLogo | undefined;
}

export interface MailLink {
  href: string;
  text: string;
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif';

/** Returns a mail's text and HTML with the same content, and the logo that the HTML shows. All values are escaped. */
export function toBody(content: MailContent): Pick<Mail, 'text' | 'html' | 'logo'> {
  return { text: toText(content), html: toHtml(content), logo: content.brand.logo?.png };
}

function toText({ paragraphs: [greeting = '', first = '', ...others], link, note }: MailContent) {
  const noted = note && [note.text, ...(note.link ? [`${note.link.text}: ${note.link.href}`] : [])];
  const parts = [greeting, first, ...(link ? [link.href] : []), ...others];
  return `${[...parts, ...(noted ? ['--', ...noted] : [])].join('\n\n')}\n`;
}

function toHtml(content: MailContent): string {
  const { language, brand, link, note } = content;
  const {
    paragraphs: [greeting = '', first = '', ...others],
  } = content;
  const color = escapeHtml(brand.color);
  const button = `display:inline-block;padding:10px 18px;border-radius:8px;background:${color};color:#ffffff;text-decoration:none`;
  const parts = [
    ...[greeting, first].map(paragraph),
    ...(link ? [`<p>${anchor(link, button)}</p>`] : []),
    ...others.map(paragraph),
  ];
  const noted =
    note &&
    `<p style="font-size:13px;color:#5b6472">${escapeHtml(note.text)}${note.link ? ` ${anchor(note.link, 'color:#5b6472')}` : ''}</p>`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<meta charset="utf-8">
<body style="margin:0;padding:24px;background:#f7f8fb;color:#1a2233;font-size:16px;line-height:1.5;${FONT}">
<div style="max-width:560px;margin:0 auto">
${toHeader(brand)}
<div style="padding:8px 20px;background:#ffffff">
${parts.join('\n')}
</div>
${noted ?? ''}
</div>
</body>
</html>
`;
}

const HEADER = 'margin:0;padding:14px 20px;border-radius:8px 8px 0 0;font-weight:600';

/** A logo is drawn for white. Programs that do not show it show the name. */
function toHeader({ name, color, logo }: MailBrand): string {
  const [text, paint] = [escapeHtml(name), escapeHtml(color)];
  if (!logo) return `<p style="${HEADER};background:${paint};color:${WHITE}">${text}</p>`;
  const { width, height } = logo;
  const image = `<img src="${LOGO_ADDRESS}" width="${width}" height="${height}" alt="${text}" style="display:block">`;
  return `<p style="${HEADER};border-top:4px solid ${paint};background:${WHITE};color:${paint}">${image}</p>`;
}

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

function anchor({ href, text }: MailLink, style: string): string {
  return `<a href="${escapeHtml(href)}" style="${style}">${escapeHtml(text)}</a>`;
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? '');
}
