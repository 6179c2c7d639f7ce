import { Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionId } from '#contract/shared/base.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { useUpToText } from '../hooks/use-up-to-text.ts';
import { useEvidence } from '../queries.ts';
import { LineCell } from './LineCell.tsx';
import { MatchReason } from './MatchReason.tsx';

type BankEvidenceProps = { id: TransactionId };

/** The statement line of a deposit, or the time up to which statements do not have it. Hidden without any statement. */
export function BankEvidence({ id }: BankEvidenceProps) {
  const { t } = useTranslation();
  const headingId = useId();
  const upToText = useUpToText();
  const { data } = useEvidence(id);
  const isUsed = data && (data.upTo !== null || data.matches.length > 0);
  if (!data || !isUsed) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={headingId}>
      <Stack gap="xs">
        <Title order={3} size="h5" id={headingId}>
          {t('Bank statement')}
        </Title>
        {data.matches.map((match) => (
          <Stack gap="2xs" key={match.id}>
            <Amount paise={match.paise} fw={600} />
            <LineCell line={match.line} />
            {match.state === 'accepted' ? (
              <StateBadge state="done" word={t('Matched')} />
            ) : (
              <MatchReason match={match} />
            )}
          </Stack>
        ))}
        {data.matches.length === 0 && <Text size="sm">{upToText(data.upTo)}</Text>}
      </Stack>
    </Paper>
  );
}
