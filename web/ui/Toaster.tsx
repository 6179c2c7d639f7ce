import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { hideErrors, MAX_TOASTS } from '../lib/page/toasts.ts';
import classes from './Toaster.module.css';

/** Shows toasts over the top bar. Opening a dialog closes error toasts. */
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

/** Attribute with the number of dialogs that lock scrolling (react-remove-scroll-bar). */
const LOCKS = 'data-scroll-locked';

/** Calls `onOpen` whenever a dialog opens. Returns an unsubscribe function. */
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
