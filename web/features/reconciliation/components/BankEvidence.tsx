import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundLine } from '#contract/reconciliation/schema.ts';
import type { TransactionId } from '#contract/shared/base.ts';
import type { StatementLineView } from '#contract/statements/schema.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { STATES } from '#web/ui/state/states.ts';
import { useUpToText } from '../hooks/use-up-to-text.ts';
import { findingTexts } from '../model/labels.ts';
import { useEvidence } from '../queries.ts';
import { LineCell } from './LineCell.tsx';
import { MatchReason } from './MatchReason.tsx';
import classes from './Reconciliation.module.css';

type BankEvidenceProps = { id: TransactionId };

/**
 * The statement line of a deposit, lines that name it but were not matched, or the time up to which statements do not have
 * it. Hidden without any statement.
 */
export function BankEvidence({ id }: BankEvidenceProps) {
  const { t } = useTranslation();
  const headingId = useId();
  const upToText = useUpToText();
  const { data, isLoading } = useEvidence(id);
  if (isLoading) return <LoadingPart />;
  if (!data) return null;
  const isInStatement = data.matches.length > 0 || data.found.length > 0;
  if (!isInStatement && data.upTo === null) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby={headingId}>
      <Stack gap="2xs">
        <Title order={3} size="h6" id={headingId}>
          {t('Bank statement')}
        </Title>
        {data.matches.map((match) => (
          <Stack gap="2xs" key={match.id}>
            <LineOfBank paise={match.paise} line={match.line} />
            {match.state === 'accepted' ? (
              <StateBadge state="done" word={t('Matched')} />
            ) : (
              <MatchReason match={match} />
            )}
          </Stack>
        ))}
        {data.found.map((line) => (
          <Found key={line.id} line={line} />
        ))}
        {!isInStatement && <Text size="sm">{upToText(data.upTo)}</Text>}
      </Stack>
    </Paper>
  );
}

/** The amount, which is compared first, next to the rest of the line. */
function LineOfBank({ paise, line }: { paise: number; line: StatementLineView }) {
  return (
    <Group gap="xs" wrap="nowrap" align="baseline">
      <Amount paise={paise} size="sm" fw={600} />
      <LineCell line={line} />
    </Group>
  );
}

/** A line that was not matched with the deposit, why, and the next step on the page of such lines. */
function Found({ line }: { line: FoundLine }) {
  const { t } = useTranslation();
  const { what, next } = findingTexts(t, line.finding);
  return (
    <Stack gap="2xs" align="flex-start">
      <LineOfBank paise={line.unclaimedPaise} line={line} />
      <Group
        gap="2xs"
        wrap="nowrap"
        align="flex-start"
        c={`var(--mantine-color-${STATES.warning.tone}-text)`}
      >
        <STATES.warning.icon size={16} aria-hidden className={classes.sign} />
        <Text size="sm" fw={600}>
          {what}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {next}
      </Text>
      <Anchor
        size="xs"
        renderRoot={(props) => (
          <Link {...props} to={paths.admin.reconciliation} search={{ tab: 'unclaimed' }} />
        )}
      >
        {t('Money without a request')}
      </Anchor>
    </Stack>
  );
}
