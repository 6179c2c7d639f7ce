import pLimit from 'p-limit';
import type { Language } from '#contract/shared/enums.ts';
import { describeError } from '#server/base/errors.ts';
import { requestJson } from '#server/base/outbound.ts';
import { logError } from '#server/base/repeated-errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { TranslationConfig } from '#server/platform/config/config.ts';
import { providers } from './providers.ts';
import { saveTranslation, selectTranslations } from './translations.queries.ts';
import { readTranslation } from './validate-translation.ts';

export const TIMEOUT_MS = 3000;
const MAX_ANSWER_BYTES = 64 * 1024;
export const AT_ONCE = 4;
/** After this many consecutive failures, the service is not used for COOL_DOWN_MS. */
const FAILURES_TO_PAUSE = 5;
export const COOL_DOWN_MS = 30_000;

/** Returns a translation; undefined if none is available now. Never rejects. */
export type Translator = (text: string, language: Language) => Promise<string | undefined>;

type TranslatorDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Two servers may request the same text concurrently; one translation is stored. */
export function createTranslator(
  deps: TranslatorDeps,
  config: TranslationConfig,
  { timeoutMs = TIMEOUT_MS, atOnce = AT_ONCE } = {},
): Translator {
  const { provider, baseUrl, allowPrivate } = config;
  if (provider === 'off' || !baseUrl) return async () => undefined;
  const { ask, read } = providers[provider];
  const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, allowPrivate };
  const limit = pLimit(atOnce);
  const fetchOne = createCoolDown(deps, async (text, language) => {
    const answer = await requestJson(ask({ baseUrl, text, language }), limits);
    return readTranslation(read(JSON.parse(answer)), text);
  });
  return singleFlight(async (text, language) => {
    // An earlier call for the same text may have ended after the caller read the cache.
    const kept = await selectTranslations(deps.db.query, { texts: [text], language, provider });
    if (kept.has(text)) return kept.get(text);
    const translated = await limit(() => fetchOne(text, language));
    if (translated) await keep(deps, { text, language, provider, translated });
    return translated;
  });
}

/** Returns undefined for failures, and immediately while the service is paused. */
function createCoolDown({ clock, log }: TranslatorDeps, work: Translator): Translator {
  let failures = 0;
  let pausedAt = -Infinity;
  return async (text, language) => {
    const pausedMs = clock.now().getTime() - pausedAt;
    // If the clock was set back, the pause would be longer.
    if (pausedMs >= 0 && pausedMs < COOL_DOWN_MS) return undefined;
    try {
      const translated = await work(text, language);
      failures = 0;
      return translated;
    } catch (error) {
      failures += 1;
      if (failures < FAILURES_TO_PAUSE) return undefined;
      pausedAt = clock.now().getTime();
      log.warn(
        { error: describeError(error) },
        'translations: the service failed repeatedly, pausing requests',
      );
      return undefined;
    }
  };
}

function singleFlight(translate: Translator): Translator {
  const flying = new Map<string, ReturnType<Translator>>();
  return (text, language) => {
    const key = `${language} ${text}`;
    const started = flying.get(key);
    if (started) return started;
    const flight = translate(text, language).finally(() => flying.delete(key));
    flying.set(key, flight);
    return flight;
  };
}

async function keep(
  { db, clock, log }: TranslatorDeps,
  row: Omit<Parameters<typeof saveTranslation>[1], 'now'>,
): Promise<void> {
  await saveTranslation(db.query, { ...row, now: clock.now() }).catch((error: unknown) =>
    logError(log, { error, message: 'translations: storing a translation failed' }),
  );
}
