import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#contract/shared/enums.ts';
import { orpc } from '#web/lib/api/api.ts';
import { changeLanguage, useLanguage } from '#web/lib/i18n/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/i18n/languages.ts';
import { logWarning } from '#web/lib/page/log.ts';
import { IconWorld } from '#web/ui/icons/IconWorld.ts';
import { toastLanguageFailure } from '#web/ui/toasts.ts';
import classes from './LanguagePicker.module.css';

const CLOSE_MS = 100;

/** Language menu of the top bar; each language is listed under its own name. */
export function LanguagePicker() {
  const { t } = useTranslation();
  const current = useLanguage();
  const remember = useMutation(
    orpc.profiles.setLanguage.mutationOptions({
      onError: (error) => logWarning('The language was not remembered', error),
    }),
  );
  const [opened, menu] = useDisclosure(false);
  // Counts openings: a choice closes only the menu in which it was made, not one opened since.
  const opening = useRef(0);
  const choose = (language: Language) => {
    // If the texts cannot be loaded while offline, the language does not change.
    changeLanguage(language).then(() => remember.mutate({ language }), toastLanguageFailure);
    const chosenIn = opening.current;
    setTimeout(() => {
      if (opening.current === chosenIn) menu.close();
      window.dispatchEvent(new CustomEvent('languageChanged', { detail: { language } }));
    }, CLOSE_MS);
  };
  return (
    <Menu
      opened={opened}
      onChange={(open) => (open ? menu.open() : menu.close())}
      onOpen={() => {
        opening.current += 1;
      }}
      closeOnItemClick={false}
      position="bottom-end"
      floatingStrategy="fixed"
      width={180}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Select language')}>
          <IconWorld size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current} aria-label={t('Select language')}>
          {LANGUAGES.map((language) => (
            <Menu.RadioItem
              key={language}
              value={language}
              lang={language}
              className={classes.name}
              // The group fires no change event for the current language, which can also be chosen.
              onClick={() => choose(language)}
            >
              {LANGUAGE_NAMES[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
