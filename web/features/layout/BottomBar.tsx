import { useTranslation } from 'react-i18next';
import classes from './BottomBar.module.css';
import { NavigationLink } from './NavigationLink.tsx';
import { navigationFor } from './navigation.ts';

/** A phone's way to the screens of users, within reach of a thumb. The menu has the same. */
export function BottomBar() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('Quick navigation')} className={classes.bar}>
      {navigationFor('user', t).map(({ icon: Icon, label, ...entry }) => (
        <NavigationLink key={entry.to} entry={entry} className={classes.entry}>
          <Icon size={22} stroke={1.6} aria-hidden />
          <span className={classes.label}>{entry.to === '/user' ? t('Home') : label}</span>
        </NavigationLink>
      ))}
    </nav>
  );
}
