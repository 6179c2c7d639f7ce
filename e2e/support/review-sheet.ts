import type { Language } from '#contract/shared/enums.ts';

/** A screen or an overlay on it: its picture, and every text that is visible or read out. */
export interface SheetPart {
  name: string;
  picture: string;
  texts: string[];
}

interface Entry {
  key: string;
  english: string;
  text: string;
}

type Catalogue = Record<string, string>;

/** The suffix of a key after its text: a plural form or a context. */
const FORM = /_[a-z]+$/;
const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
  section { display: flex; gap: 1.5rem; align-items: flex-start; margin: 2rem 0; }
  img { width: 22rem; border: 1px solid #ccc; position: sticky; top: 1rem; max-height: 95vh; object-fit: contain; }
  table { border-collapse: collapse; flex: 1; } td, th { border: 1px solid #ccc; padding: .4rem; text-align: start; }
  td[contenteditable] { min-width: 12rem; background: #fffbe6; } small { color: #555; }`;

/** Runs in the browser: the texts of a part of the screen, including those for screen readers only. */
export function textsIn(root: Element): string[] {
  const READ = ['aria-label', 'placeholder', 'title', 'alt'];
  const found = new Set<string>();
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    found.add(node.textContent?.trim() ?? '');
  for (const element of root.querySelectorAll(READ.map((name) => `[${name}]`).join()))
    for (const name of READ) found.add(element.getAttribute(name)?.trim() ?? '');
  found.delete('');
  return [...found];
}

/** The sheet as a page: each text next to the first screen that shows it, then the texts on no screen. */
export function sheetOf(input: {
  language: Language;
  catalogue: Catalogue;
  english: Catalogue;
  parts: SheetPart[];
}): string {
  const { language, catalogue, english, parts } = input;
  let rest = Object.entries(catalogue).map(([key, text]) => ({
    key,
    english: english[key] ?? key.replace(FORM, ''),
    text,
  }));
  const sections = parts.map((part) => {
    const isMet = meets(part.texts);
    const met = rest.filter(isMet);
    rest = rest.filter((entry) => !met.includes(entry));
    return met.length === 0 ? '' : sectionOf(part, met, language);
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Review: ${language}</title><style>${STYLE}</style>
<h1>Review sheet: ${language}</h1>
<p>Write a better text into the yellow field of its row, and why; save this page, and send it back.</p>
${sections.join('')}<h2>Not met on the way (${rest.length})</h2>${tableOf(rest, language)}</html>\n`;
}

/** The key of a text on the screen, or the text itself if it has none. */
export function keyOf(catalogue: Catalogue, shown: string): string {
  const isMet = meets([shown]);
  const found = Object.entries(catalogue).find(([key, text]) => isMet({ key, english: key, text }));
  return found?.[0] ?? shown;
}

/** Whether a catalogue entry is among the found texts: literally, or with values in its placeholders. */
function meets(texts: string[]): (entry: Entry) => boolean {
  const literal = new Set(texts);
  return ({ text }) => {
    const fixed = text.split(/\{\{\w+\}\}/);
    if (fixed.length === 1) return literal.has(text);
    if (!/\p{L}/u.test(fixed.join(''))) return false;
    const pattern = new RegExp(`^${fixed.map(escapePattern).join('.+')}$`, 'u');
    return texts.some((met) => pattern.test(met));
  };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function sectionOf({ name, picture }: SheetPart, met: Entry[], language: Language): string {
  const image = `<a href="${picture}"><img src="${picture}" loading="lazy" alt=""></a>`;
  return `<h2>${escapeMarkup(name)}</h2><section>${image}${tableOf(met, language)}</section>\n`;
}

function tableOf(entries: Entry[], language: Language): string {
  const rows = entries.map(({ key, english, text }) => {
    const note = key === english ? '' : `<br><small>${escapeMarkup(key)}</small>`;
    return `<tr><td>${escapeMarkup(english)}${note}<td lang="${language}">${escapeMarkup(text)}<td contenteditable>`;
  });
  return `<table><tr><th>English<th>Translation<th>Better, and why${rows.join('\n')}</table>`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
