import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import { RowState } from '#web/ui/table/RowControls.tsx';
import { GRADE_LOOKS, gradeLabels, obstacleText, reasonTexts } from '../model/labels.ts';

type MatchReasonProps = {
  match: Pick<StatementMatch, 'grade' | 'reason'> & Partial<Pick<StatementMatch, 'notAutomatic'>>;
};

/** How certain a match is, and why. */
export function MatchReason({ match: { grade, reason, notAutomatic } }: MatchReasonProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="3xs" align="flex-start">
      <RowState state={GRADE_LOOKS[grade]} word={gradeLabels(t)[grade]} />
      <Text size="xs" c="dimmed">
        {reasonTexts(t)[reason]}
      </Text>
      {notAutomatic && (
        <Text size="xs" c="dimmed">
          {t('Not automatic: {{reason}}', { reason: obstacleText(t, notAutomatic) })}
        </Text>
      )}
    </Stack>
  );
}
