import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import classes from './ConversationThread.module.css';

export type ThreadEntry = {
  id: string;
  author: string;
  text: string;
  createdAt: Date;
  /** Written by the side that is reading. */
  isOwn: boolean;
};

/** A message with its replies, oldest first. Screen readers announce new replies. */
export function ConversationThread({ entries }: { entries: ThreadEntry[] }) {
  const { t } = useTranslation();
  return (
    <div role="log" aria-label={t('Conversation')}>
      <ol className={classes.entries}>
        {entries.map(({ id, author, text, createdAt, isOwn }) => (
          <li key={id} className={classes.entry} data-own={isOwn || undefined}>
            <Group gap="xs" justify="space-between">
              <Text size="xs" fw={600}>
                {author}
              </Text>
              <Text size="xs" c="dimmed">
                <RelativeTime date={createdAt} />
              </Text>
            </Group>
            <Text size="sm" className={classes.text}>
              {text}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  );
}
