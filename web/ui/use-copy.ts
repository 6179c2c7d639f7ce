import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/page/copy-text.ts';
import { toastError, toastSuccess } from './toasts.ts';

export function useCopy(): (text: string, done: string) => Promise<void> {
  const { t } = useTranslation();
  return async (text, done) => {
    if (await copyText(text)) {
      toastSuccess({ title: t('Copied!'), message: done });
      return;
    }
    toastError({ message: t('This could not be copied. Please select it instead.') });
  };
}
