import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { useSetting } from '#web/features/settings/queries.ts';
import { IconArrowBackUp } from '#web/ui/icons/IconArrowBackUp.ts';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import type { DeskState } from '../hooks/use-desk.ts';
import classes from './Desk.module.css';

/** The last decision with an Undo button. Its space is reserved, so that nothing moves. */
export function DeskUndo({ desk }: { desk: DeskState }) {
  const { t } = useTranslation();
  const seconds = useSetting('undoSeconds') ?? 0;
  const { newest, undo } = desk.undoable;
  useShortcuts(newest ? { undo: () => undo(newest.row.id) } : {});
  if (seconds === 0 && !newest) return null;
  const params = newest && {
    amount: formatRupees(newest.row.amountPaise),
    user: newest.row.userName,
  };
  const texts = {
    approved: t('Approved: {{amount}}, {{user}}', params),
    rejected: t('Rejected: {{amount}}, {{user}}', params),
  };
  return (
    <div className={classes.undo} data-active={newest ? true : undefined}>
      <Text size="sm" role="status" c={newest ? undefined : 'dimmed'} className={classes.made}>
        {newest
          ? texts[newest.decision]
          : t('Decisions can be undone for {{count}} seconds.', { count: seconds })}
      </Text>
      {newest && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={16} />}
          onClick={() => undo(newest.row.id)}
        >
          {t('Undo', { context: 'decision' })}
        </Button>
      )}
    </div>
  );
}
