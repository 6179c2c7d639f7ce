import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

type Toast = { title?: string; message: string };

const TOAST_MS = 5000;
export const MAX_TOASTS = 5;

function show(toast: { title: string; message: string; color: string }): void {
  notifications.show({
    ...toast,
    autoClose: TOAST_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('Close') },
  });
}

/** Shows a success for 5 seconds; the title is 'Success' unless given. Both texts come translated. */
export function toastSuccess({ title = i18next.t('Success'), message }: Toast): void {
  show({ title, message, color: 'green' });
}

/** Shows a failure for 5 seconds; the title is 'Error' unless given. Both texts come translated. */
export function toastError({ title = i18next.t('Error'), message }: Toast): void {
  show({ title, message, color: 'red' });
}

/** Shows a neutral message for 5 seconds. Both texts come translated. */
export function toastInfo({ title, message }: { title: string; message: string }): void {
  show({ title, message, color: 'brand' });
}
