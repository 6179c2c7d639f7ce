import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FoldedNotice.module.css';
import { STATES, type State } from './states.ts';

type FoldedNoticeProps = { state: State; title: string; children: ReactNode };

/** A notice of one line; a click on it shows the rest. */
export function FoldedNotice({ state, title, children }: FoldedNoticeProps) {
  const { t } = useTranslation();
  const { tone, icon: Sign } = STATES[state];
  return (
    <details className={classes.notice} data-tone={tone}>
      <summary className={classes.line}>
        <Sign size={18} aria-hidden />
        <span className={classes.title}>{title}</span>
        <span className={classes.more}>{t('Details')}</span>
      </summary>
      <section className={classes.details} aria-label={title}>
        {children}
      </section>
    </details>
  );
}
