import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type CardProps = { title: string; description?: string; mb?: string; children: ReactNode };

/** A titled part of a page. */
export function Card({ title, description, mb, children }: CardProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="lg" mb={mb} aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb={description ? undefined : 'md'}>
        {title}
      </Title>
      {description && (
        <Text c="dimmed" size="sm" mb="md">
          {description}
        </Text>
      )}
      {children}
    </Paper>
  );
}
