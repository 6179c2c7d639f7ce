import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Picture, type PictureName } from './Picture.tsx';

type EmptyStateProps = {
  picture: PictureName;
  title: string;
  description?: string;
  action?: ReactNode;
};

export function EmptyState({ picture, title, description, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Picture name={picture} />
      <Text fw={600}>{title}</Text>
      {description && (
        <Text c="dimmed" size="sm" maw="26rem">
          {description}
        </Text>
      )}
      {action}
    </Stack>
  );
}
