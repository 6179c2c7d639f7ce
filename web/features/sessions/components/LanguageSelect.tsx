import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { isLanguage, LANGUAGE_NAMES } from '#web/lib/i18n/languages.ts';
import { IconWorld } from '#web/ui/icons/IconWorld.ts';
import { chooseLanguage } from '../queries.ts';
import classes from './LanguageSelect.module.css';

const OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** Language menu for pages without a signed-in user. */
export function LanguageSelect() {
  const { t } = useTranslation();
  const language = useLanguage();
  const choose = (chosen: string) => {
    if (isLanguage(chosen)) void chooseLanguage(chosen);
  };
  return (
    <NativeSelect
      classNames={{ input: classes.input }}
      aria-label={t('Select language')}
      data={OPTIONS}
      value={language}
      onChange={(event) => choose(event.currentTarget.value)}
      leftSection={<IconWorld size={18} />}
      radius="xl"
    />
  );
}
