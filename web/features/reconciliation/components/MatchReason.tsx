import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import { RowState } from '#web/ui/table/RowControls.tsx';
import { GRADE_LOOKS, gradeLabels, obstacleText, reasonTexts } from '../model/labels.ts';

type MatchReasonProps = {
  match: Pick<StatementMatch, 'grade' | 'reason'> &
    Partial<Pick<StatementMatch, 'notAutomatic' | 'isWaiting'>>;
};

/** How certain a match is, and why; and whether its approval waits. */
export function MatchReason({ match }: MatchReasonProps) {
  const { t } = useTranslation();
  const { grade, reason, notAutomatic, isWaiting } = match;
  return (
    <Stack gap="3xs" align="flex-start">
      <RowState state={GRADE_LOOKS[grade]} word={gradeLabels(t)[grade]} />
      <Text size="xs" c="dimmed">
        {reasonTexts(t)[reason]}
      </Text>
      {isWaiting && (
        <Text size="xs" c="dimmed">
          {t('The approval has not taken effect yet.')}
        </Text>
      )}
      {notAutomatic && (
        <Text size="xs" c="dimmed">
          {t('Not automatic: {{reason}}', { reason: obstacleText(t, notAutomatic) })}
        </Text>
      )}
    </Stack>
  );
}
