import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { MAX_TOASTS } from '../lib/toasts.ts';

/** Where toasts appear. */
export default function Toaster() {
  return <Notifications position="top-right" limit={MAX_TOASTS} zIndex={1000} />;
}
