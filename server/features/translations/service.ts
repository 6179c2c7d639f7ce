import type { Language } from '#contract/rules.ts';
import type { Deps } from '#server/lib/deps.ts';
import type { Actor } from '#server/lib/gate.ts';
import { selectTranslations, selectWritten } from './queries.ts';
import { hasEnglish } from './sense.ts';
import { createTranslator, TIMEOUT_MS, type Translator } from './translator.ts';

/** One per server: it knows what is being asked, and how the service has been doing. */
const translators = new WeakMap<Deps, Translator>();

/**
 * What administrators wrote, in another language, in the order asked. Only texts found in their
 * tables are ever sent to the service; any other, and any that isn't translated in time, comes back
 * as it is.
 */
export async function translateTexts(
  deps: Deps,
  actor: Actor,
  { language, texts }: { language: Language; texts: string[] },
): Promise<string[]> {
  const { provider } = deps.config.translation;
  if (language === 'en' || provider === 'off') return texts;
  const english = [...new Set(texts.filter(hasEnglish))];
  const written = await selectWritten(deps.db.query, english, actor.role);
  const translated = await selectTranslations(deps.db.query, {
    texts: written,
    language,
    provider,
  });
  const missing = written.filter((text) => !translated.has(text));
  for (const [text, found] of await ask(deps, missing, language)) {
    if (found) translated.set(text, found);
  }
  return texts.map((text) => translated.get(text) ?? text);
}

/** Nobody waits longer than one answer may take; what comes later is kept for the next reader. */
async function ask(deps: Deps, texts: string[], language: Language) {
  const translator = translators.get(deps) ?? createTranslator(deps, deps.config.translation);
  translators.set(deps, translator);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
  });
  const asked = texts.map(async (text) => {
    const found = await Promise.race([translator(text, language), late]);
    return [text, found] as const;
  });
  return Promise.all(asked).finally(() => clearTimeout(timer));
}
