import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSection } from '../hooks/use-current-section.ts';
import classes from './SettingsIndex.module.css';

export type SettingsSection = { id: string; title: string };

/**
 * Links to the sections of the settings, of which the current one is marked: next to them on wide screens, otherwise in a
 * row above them that stays in view.
 */
export function SettingsIndex({ sections }: { sections: SettingsSection[] }) {
  const { t } = useTranslation();
  const index = useRef<HTMLElement>(null);
  const current = useCurrentSection(sections.map(({ id }) => id));
  useEffect(() => {
    if (current) showMarked(index.current);
  }, [current]);
  return (
    <nav ref={index} className={classes.index} aria-label={t('On this page')}>
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Scrolls only the index, unlike `scrollIntoView`. */
function showMarked(index: HTMLElement | null): void {
  const link = index?.querySelector<HTMLElement>('[aria-current]');
  if (!index || !link) return;
  index.scrollTo({
    left: link.offsetLeft - (index.clientWidth - link.offsetWidth) / 2,
    top: link.offsetTop - (index.clientHeight - link.offsetHeight) / 2,
  });
}
