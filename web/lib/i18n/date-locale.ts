import { useEffect, useState } from 'react';
import type { Language } from '#contract/shared/enums.ts';
import { loadWithRetries } from '../page/load-with-retries.ts';
import { useLanguage } from './i18n.ts';

const loaders: Record<Exclude<Language, 'en'>, () => Promise<unknown>> = {
  hi: () => import('dayjs/locale/hi'),
  te: () => import('dayjs/locale/te'),
  ml: () => import('dayjs/locale/ml'),
  ta: () => import('dayjs/locale/ta'),
  kn: () => import('dayjs/locale/kn'),
};

/** English until the names of the chosen language are loaded. */
export function useDateLocale(): Language {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<Language>('en');
  useEffect(() => {
    if (language === 'en') return setLoaded('en');
    let isCurrent = true;
    void loadWithRetries(loaders[language]).then(() => isCurrent && setLoaded(language));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return loaded;
}
