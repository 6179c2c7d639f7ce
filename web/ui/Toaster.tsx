import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { hideErrors, MAX_TOASTS } from '../lib/toasts.ts';
import classes from './Toaster.module.css';

/** Shows toasts over the top bar, whose middle is empty on a wide screen. An error makes way for the next dialog. */
export default function Toaster() {
  const { t } = useTranslation();
  useEffect(() => watchDialogs(hideErrors), []);
  return (
    <section aria-label={t('Messages')}>
      <Notifications
        position="top-center"
        limit={MAX_TOASTS}
        zIndex={1000}
        withinPortal={false}
        classNames={{ root: classes.root }}
      />
    </section>
  );
}

/** By this attribute, dialogs count how many of them lock the scrolling of the page (react-remove-scroll-bar). */
const LOCKS = 'data-scroll-locked';

/** Calls `onOpen` whenever a dialog opens. Returns the way to stop. */
function watchDialogs(onOpen: () => void): () => void {
  const count = () => Number(document.body.getAttribute(LOCKS) ?? 0);
  let open = count();
  const observer = new MutationObserver(() => {
    if (count() > open) onOpen();
    open = count();
  });
  observer.observe(document.body, { attributeFilter: [LOCKS] });
  return () => observer.disconnect();
}
