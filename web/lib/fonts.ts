import type { Language } from '#contract/rules.ts';

const loaders: Record<Exclude<Language, 'en'>, () => Promise<unknown>> = {
  hi: () => import('@fontsource-variable/noto-sans-devanagari/wght.css'),
  te: () => import('@fontsource-variable/noto-sans-telugu/wght.css'),
  ml: () => import('@fontsource-variable/noto-sans-malayalam/wght.css'),
  ta: () => import('@fontsource-variable/noto-sans-tamil/wght.css'),
  kn: () => import('@fontsource-variable/noto-sans-kannada/wght.css'),
};

/** Loads the font of a language's script; Latin is always there. */
export async function loadFont(language: Language): Promise<void> {
  if (language !== 'en') await loaders[language]();
}
