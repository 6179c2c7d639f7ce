import { Center, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function LoadingScreen({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Center mih="100dvh" component="main">
      <Stack align="center" gap="md">
        {children}
        <Stack align="center" gap="md" role="status">
          <Loader size="md" type="dots" aria-hidden />
          <Text c="dimmed">{text}</Text>
        </Stack>
      </Stack>
    </Center>
  );
}
