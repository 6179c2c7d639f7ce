import '@mantine/notifications/styles.layer.css';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { MAX_TOASTS } from '../lib/toasts.ts';
import classes from './Toaster.module.css';

/** Where toasts appear: away from the pages' buttons at the top, and on a phone from the forms' at the bottom. */
export default function Toaster() {
  const { t } = useTranslation();
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  return (
    <section aria-label={t('Messages')}>
      <Notifications
        position={isWide ? 'bottom-right' : 'top-center'}
        limit={MAX_TOASTS}
        zIndex={1000}
        withinPortal={false}
        classNames={{ root: classes.root }}
      />
    </section>
  );
}
