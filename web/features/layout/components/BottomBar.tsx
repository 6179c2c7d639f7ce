import { Link, useLocation } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { navigationFor, placeOf } from '#web/ui/page/navigation.ts';
import classes from './BottomBar.module.css';

/** Shorter words than the menu's, so that each stays on one line in every language. */
const SHORT: Record<string, (t: TFunction) => string> = {
  [paths.user.dashboard]: (t) => t('Home'),
  [paths.user.deposit]: (t) => t('Deposit'),
  [paths.user.withdraw]: (t) => t('Withdraw', { context: 'bar' }),
};

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
          <Icon size={20} aria-hidden />
          <span className={classes.label}>{SHORT[entry.to]?.(t) ?? label}</span>
        </Link>
      ))}
    </nav>
  );
}
