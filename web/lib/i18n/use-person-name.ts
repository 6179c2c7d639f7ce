import { useTranslation } from 'react-i18next';
import { deletedAccountCode } from '#contract/users/rules.ts';

/** Returns a function that translates the username of a deleted account, and returns other names unchanged. */
export function usePersonName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const code = deletedAccountCode(name);
    return code ? t('Deleted account {{code}}', { code }) : name;
  };
}
