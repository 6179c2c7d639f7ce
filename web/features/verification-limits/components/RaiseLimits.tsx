import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { useDocumentState } from '../queries.ts';

/** Links to the documents that raise a user's level, if they can be uploaded. */
export function RaiseLimits() {
  const { t } = useTranslation();
  const { data: own } = useDocumentState();
  if (!own?.isAvailable || own.level === 'full') return null;
  const isWaiting = own.request?.state === 'waiting';
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.user.profile} />}>
      {isWaiting
        ? t('Your documents are being checked.')
        : t('Verify your account for higher limits')}
    </Anchor>
  );
}
