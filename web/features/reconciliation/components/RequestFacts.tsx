import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toShownStatus } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { WarningLine } from '#web/features/transactions/components/RequestWarnings.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';

type RequestFactsProps = {
  request: AdminTransaction;
  withAmount?: boolean;
  /** In a card, whose whole width a warning may have. */
  isWide?: boolean;
};

/** A deposit request: person, reference, UTR and time, with a link to the review page. */
export function RequestFacts({ request, withAmount = false, isWide = false }: RequestFactsProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const personName = usePersonName();
  return (
    <Stack gap={0} miw={0}>
      <Group gap="2xs">
        <Text size="sm" fw={600} truncate>
          {personName(request.userName)}
        </Text>
        {withAmount && <Amount paise={request.amountPaise} size="sm" fw={600} />}
        {request.status !== 'pending' && <StateBadge state={toShownStatus(request)} />}
      </Group>
      <Anchor
        data-reached="row"
        size="xs"
        renderRoot={(props) => (
          <Link {...props} to={paths.admin.desk('deposit')} search={{ id: request.id }} />
        )}
      >
        {request.referenceId}
      </Anchor>
      <Text size="xs" c="dimmed">
        {dateTime(request.createdAt)}
      </Text>
      {request.utr && (
        <Text size="xs" c="dimmed">
          {t('UTR {{utr}}', { utr: request.utr })}
        </Text>
      )}
      <WarningLine row={request} {...(isWide && { width: '100%' })} />
    </Stack>
  );
}
