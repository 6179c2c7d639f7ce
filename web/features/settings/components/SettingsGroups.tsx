import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { IconChevronRight } from '#web/ui/icons/IconChevronRight.ts';
import { useSettingPages } from '../hooks/use-setting-pages.ts';
import classes from './SettingsGroups.module.css';

type SettingsGroupsProps = {
  /** Whether narrow screens show the list too. */
  isIndex: boolean;
};

/** Links to the pages of the settings: next to the current one on wide screens, otherwise a list above the first one. */
export function SettingsGroups({ isIndex }: SettingsGroupsProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('Settings')} className={classes.groups} data-index={isIndex || undefined}>
      {useSettingPages().map(({ to, title, description, icon: PageIcon }) => (
        <Link key={to} to={to}>
          <PageIcon size={18} aria-hidden />
          <span className={classes.texts}>
            <span>{title}</span>
            <Text component="span" size="xs" c="dimmed" className={classes.description}>
              {description}
            </Text>
          </span>
          <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        </Link>
      ))}
    </nav>
  );
}
