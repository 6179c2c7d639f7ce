import { Center, Loader, Stack, Text } from '@mantine/core';

export function LoadingScreen({ text }: { text: string }) {
  return (
    <Center mih="100dvh" component="main">
      <Stack align="center" gap="md" role="status">
        <Loader size="md" type="dots" aria-hidden />
        <Text c="dimmed">{text}</Text>
      </Stack>
    </Center>
  );
}
