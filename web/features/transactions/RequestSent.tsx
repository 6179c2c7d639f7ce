import { Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnTransaction } from '#contract/transactions.ts';
import { Amount } from '../../ui/Amount.tsx';
import { StateIcon } from '../../ui/StateIcon.tsx';
import { CopyButton } from './CopyButton.tsx';
import { useTypicalTime } from './use-typical-time.ts';

type RequestSentProps = {
  request: OwnTransaction;
  title: string;
  /** What happens next, in order. */
  steps: string[];
  /** How long it is said to take at most, where that is said. */
  promise?: string | undefined;
  againLabel: string;
  onAgain: () => void;
};

/** What takes the place of a form once the server has the request: what it is, what comes next, and when. */
export function RequestSent({
  request,
  title,
  steps,
  promise,
  againLabel,
  onAgain,
}: RequestSentProps) {
  const { t } = useTranslation();
  const typicalTime = useTypicalTime(request.type);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone: go on from what took its place.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Paper withBorder p="xl" component="section" aria-labelledby="request-sent">
      <Stack align="center" gap="sm" ta="center">
        <StateIcon state="done" size="lg" />
        <Title order={2} size="h3" id="request-sent" ref={heading} tabIndex={-1}>
          {title}
        </Title>
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
        <Stack gap="xs" ta="start" mt="sm">
          <Title order={3} size="h5">
            {t('What happens next')}
          </Title>
          <List type="ordered" spacing="xs" size="sm">
            {steps.map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
          {[promise, typicalTime].map(
            (time) =>
              time && (
                <Text key={time} size="sm" c="dimmed">
                  {time}
                </Text>
              ),
          )}
        </Stack>
        <Group justify="center" mt="md">
          <Button
            size="md"
            renderRoot={(props) => (
              <Link {...props} to="/user/passbook" search={{ details: request.id }} />
            )}
          >
            {t('Track in passbook')}
          </Button>
          <Button variant="default" size="md" onClick={onAgain}>
            {againLabel}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
