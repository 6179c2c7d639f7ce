import { useTranslation } from 'react-i18next';
import classes from './SettingsIndex.module.css';

export type SettingsSection = { id: string; title: string };

/** Links to the sections of the settings: next to them on wide screens, otherwise in a row above them that stays in view. */
export function SettingsIndex({ sections }: { sections: SettingsSection[] }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.index} aria-label={t('On this page')}>
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}
