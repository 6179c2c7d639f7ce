import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RowState } from '#web/ui/table/RowControls.tsx';
import { type ExplainedMatch, useMatchReasons } from '../hooks/use-match-reasons.ts';
import { GRADE_LOOKS, gradeLabels } from '../model/labels.ts';

/** How certain a match is, and why; and whether its approval waits. */
export function MatchReason({ match }: { match: ExplainedMatch }) {
  const { t } = useTranslation();
  const { grade } = match;
  return (
    <Stack gap="3xs" align="flex-start">
      <RowState state={GRADE_LOOKS[grade]} word={gradeLabels(t)[grade]} />
      {useMatchReasons(match).map((text) => (
        <Text key={text} size="xs" c="dimmed">
          {text}
        </Text>
      ))}
    </Stack>
  );
}
