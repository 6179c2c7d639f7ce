import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { navigationFor, placeOf } from '#web/lib/page/navigation.ts';
import { paths } from '#web/lib/page/paths.ts';
import classes from './BottomBar.module.css';

/** Bottom navigation on phones, with the same entries as the menu. */
export function BottomBar() {
  const { t } = useTranslation();
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label={t('Quick navigation')} className={classes.bar}>
      {navigationFor('user', t).map(({ icon: Icon, label, ...entry }) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={classes.entry}
          // Exact match: a prefix match would also mark `/user` as current on its subpages.
          activeOptions={{ exact: true }}
          aria-current={placeOf(entry, pathname) && 'page'}
        >
          <Icon size={22} stroke={1.6} aria-hidden />
          <Label text={entry.to === paths.user.dashboard ? t('Home') : label} />
        </Link>
      ))}
    </nav>
  );
}

function Label({ text }: { text: string }) {
  return (
    <span className={classes.label} data-text={text}>
      {text}
    </span>
  );
}
