import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/shared/enums.ts';
import { hasChosenLanguage, loadLanguage, useLanguage } from '#web/lib/i18n/i18n.ts';
import { LANGUAGE_NAMES, preferredLanguage } from '#web/lib/i18n/languages.ts';
import { untilIdle } from '#web/lib/page/idle.ts';
import { logWarning } from '#web/lib/page/log.ts';
import { chooseLanguage } from '../queries.ts';
import classes from './EntryPage.module.css';

/** Offers the browser's language, in that language, if none was chosen in this browser. */
export function LanguageOffer() {
  const { t } = useTranslation();
  const current = useLanguage();
  const offered = useOfferedLanguage(current);
  const [isAnswered, setIsAnswered] = useState(false);
  if (!offered || isAnswered) return null;
  const answer = (language: Language) => {
    void chooseLanguage(language);
    setIsAnswered(true);
  };
  const question = t('Use the wallet in this language?', { lng: offered });
  return (
    <section lang={offered} className={classes.offer} aria-label={question}>
      <Text size="sm">{question}</Text>
      <Group gap="xs" wrap="nowrap">
        <Choice language={offered} variant="filled" onChoose={answer} />
        <Choice language={current} variant="default" onChoose={answer} />
      </Group>
    </section>
  );
}

/** Returns the language to offer after its texts have loaded. Choosing any language ends the offer. */
function useOfferedLanguage(current: Language): Language | undefined {
  const [loaded, setLoaded] = useState<Language>();
  const preferred = preferredLanguage(navigator.languages);
  const isWanted = preferred !== undefined && preferred !== current && !hasChosenLanguage();
  useEffect(() => {
    if (!isWanted) return;
    untilIdle()
      .then(() => loadLanguage(preferred))
      .then(
        () => setLoaded(preferred),
        (error: unknown) => logWarning('The language of the browser is not offered', error),
      );
  }, [isWanted, preferred]);
  return isWanted ? loaded : undefined;
}

type ChoiceProps = Pick<ButtonProps, 'variant'> & {
  language: Language;
  onChoose: (language: Language) => void;
};

function Choice({ language, onChoose, ...look }: ChoiceProps) {
  return (
    <Button size="compact-md" lang={language} onClick={() => onChoose(language)} {...look}>
      {LANGUAGE_NAMES[language]}
    </Button>
  );
}
