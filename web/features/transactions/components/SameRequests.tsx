import { Anchor, Group, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toShownStatus } from '#contract/transactions/rules.ts';
import type { RelatedRequest } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';

/** The deposits that a warning compares with the request, each with a link to it on the review page. */
export function SameRequests({ requests }: { requests: RelatedRequest[] }) {
  const { dateTime } = useFormat();
  const personName = usePersonName();
  return (
    <List listStyleType="none" spacing="3xs">
      {requests.map((request) => (
        <List.Item key={request.id}>
          <Group gap="2xs">
            <Anchor
              size="sm"
              c="inherit"
              td="underline"
              renderRoot={(props) => (
                <Link {...props} to={paths.admin.desk('deposit')} search={{ id: request.id }} />
              )}
            >
              {request.referenceId}
            </Anchor>
            <Amount paise={request.amountPaise} size="sm" />
            <StateBadge state={toShownStatus(request)} />
            <Text size="sm">{personName(request.userName)}</Text>
            <Text size="sm">{dateTime(request.createdAt)}</Text>
          </Group>
        </List.Item>
      ))}
    </List>
  );
}
