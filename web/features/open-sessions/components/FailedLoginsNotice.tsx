import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { readSeenFailure, rememberSeenFailure } from '#web/lib/session/seen-failures.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { recentFailuresOf } from '../model.ts';
import { useFailedLogins } from '../queries.ts';

/** Shows after a login how many logins to the account have failed since the previous one, until it is closed. */
export function FailedLoginsNotice() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { data } = useFailedLogins();
  const [seen, setSeen] = useState(readSeenFailure);
  const recent = data && recentFailuresOf(data, seen);
  if (!recent) return null;
  const { attempts: count, isMore, newest } = recent;
  const dismiss = () => {
    rememberSeenFailure(newest.id);
    setSeen(newest.id);
  };
  return (
    <StateAlert
      state="warning"
      mb="md"
      role="region"
      aria-label={t('Failed logins since your last login')}
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={dismiss}
    >
      <Stack gap="2xs">
        <Text size="sm">
          {isMore
            ? t('At least {{limit}} logins to your account have failed since your last login.', {
                limit: count,
              })
            : t('{{count}} logins to your account have failed since your last login.', {
                count,
              })}{' '}
          {t('The newest: {{date}}', { date: dateTime(newest.at) })}
          {newest.network !== null && ` · ${t('Network {{network}}', { network: newest.network })}`}
        </Text>
        <Anchor
          size="sm"
          fw={600}
          underline="always"
          renderRoot={(props) => <Link {...props} to={paths.user.security} onClick={dismiss} />}
        >
          {t('Show failed logins')}
        </Anchor>
      </Stack>
    </StateAlert>
  );
}
