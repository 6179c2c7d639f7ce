import { useTranslation } from 'react-i18next';
import { STATEMENT_FAULTS } from '#contract/statements/rules.ts';
import { errorParam, useErrorText } from '#web/lib/api/errors.ts';
import { UploadCut } from '#web/lib/api/send-file.ts';
import { faultText } from '../model/labels.ts';

/** Returns a function that describes why a file was not read or imported. */
export function useFailureText(): (error: Error) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) => {
    const fault = STATEMENT_FAULTS.find((one) => one === errorParam(error, 'fault'));
    const row = errorParam(error, 'row');
    if (fault) return faultText(t, fault, typeof row === 'number' ? row : null);
    if (error instanceof UploadCut && error.reason === 'cancelled') return t('Cancelled.');
    return errorText(
      error,
      t('The file could not be sent. Please try again: no line is imported twice.'),
    );
  };
}
