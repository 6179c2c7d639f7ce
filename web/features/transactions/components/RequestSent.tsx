import { Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/states.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { ButtonRow } from '#web/ui/ButtonRow.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { StateIcon } from '#web/ui/state/StateIcon.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { useExpectedTime } from '../hooks/use-expected-time.ts';
import type { SentRequest } from '../hooks/use-sent-request.ts';
import { CopyButton } from './CopyButton.tsx';

const SKELETON_ROWS = 6;

type RequestSentProps = {
  sent: SentRequest;
  title: string;
  message: string;
  /** The next steps, in order. */
  steps: string[];
  againLabel: string;
};

/** Confirmation of the request in the URL, which may already be decided. */
export function RequestSent(props: RequestSentProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { request, query } = props.sent;
  if (request) return <Confirmation {...props} request={request} />;
  if (!query.error) return <ListSkeleton rows={SKELETON_ROWS} />;
  return (
    <ErrorState
      message={errorText(query.error, t('Failed to fetch transactions'))}
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  );
}

type ConfirmationProps = RequestSentProps & { request: OwnTransaction };

function Confirmation({ request, sent, title, message, steps, againLabel }: ConfirmationProps) {
  const { t } = useTranslation();
  const expectedTime = useExpectedTime(request.type);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused form was removed: focus the heading that replaces it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Paper
      withBorder
      p={{ base: 'sm', sm: 'xl' }}
      component="section"
      aria-labelledby="request-sent"
    >
      <Stack align="center" gap="sm" ta="center">
        <StateIcon state="done" size="lg" />
        <Title order={2} size="h3" id="request-sent" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Text size="sm">{message}</Text>
        <Amount paise={request.amountPaise} fw={700} fz="h1" />
        <Group gap="2xs" justify="center">
          <Text size="sm" c="dimmed">
            {t('Reference')}
          </Text>
          <Text size="sm" fw={600}>
            {request.referenceId}
          </Text>
          <CopyButton kind="reference" value={request.referenceId} />
        </Group>
        {isDecidable(request) ? (
          <NextSteps steps={steps} time={expectedTime} />
        ) : (
          <StateBadge state={toShownStatus(request)} />
        )}
        <ButtonRow>
          <Button
            size="md"
            renderRoot={(props) => (
              <Link {...props} to={paths.user.passbook} search={{ details: request.id }} />
            )}
          >
            {t('Track in passbook')}
          </Button>
          <Button variant="default" size="md" onClick={sent.close}>
            {againLabel}
          </Button>
        </ButtonRow>
      </Stack>
    </Paper>
  );
}

function NextSteps({ steps, time }: { steps: string[]; time: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" ta="start" mt="sm">
      <Title order={3} size="h5">
        {t('What happens next')}
      </Title>
      <List type="ordered" spacing="xs" size="sm">
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {time && (
        <Text size="sm" c="dimmed">
          {time}
        </Text>
      )}
    </Stack>
  );
}
