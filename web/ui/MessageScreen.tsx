import { Center, type MantineColor, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';

type MessageScreenProps = {
  icon: ReactNode;
  color?: MantineColor;
  title: string;
  text?: string;
  action: ReactNode;
};

/** Fills the window with one message and one way on. */
export function MessageScreen({ icon, color, title, text, action }: MessageScreenProps) {
  useDocumentTitle(title);
  return (
    <Center mih="100dvh" component="main" p="md">
      <Stack align="center" gap="sm" ta="center" maw={420}>
        <ThemeIcon variant="light" color={color} size={72} radius="xl" mb="xs" aria-hidden>
          {icon}
        </ThemeIcon>
        <Title order={1} size="h2">
          {title}
        </Title>
        {text && <Text c="dimmed">{text}</Text>}
        <div>{action}</div>
      </Stack>
    </Center>
  );
}
