import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { MAX_TOASTS } from '../lib/toasts.ts';
import classes from './Toaster.module.css';

/** Where toasts appear: over the empty middle of the top bar, and on a phone below it. Nothing to press is there. */
export default function Toaster() {
  const { t } = useTranslation();
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
