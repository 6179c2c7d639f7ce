import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type CardProps = {
  title: string;
  description?: string;
  action?: ReactNode;
  mb?: string;
  /** Less space, for several cards on one screen. */
  isDense?: boolean;
  children?: ReactNode;
};

export function Card({ title, description, action, mb, isDense, children }: CardProps) {
  const id = useId();
  const gap = isDense ? '2xs' : { base: 'xs', sm: 'md' };
  return (
    <Paper
      component="section"
      withBorder
      p={isDense ? 'sm' : { base: 'sm', sm: 'lg' }}
      mb={mb}
      aria-labelledby={id}
    >
      <Group justify="space-between" align="flex-start" mb={children ? gap : 0}>
        <div>
          <Title order={2} size={isDense ? 'h5' : 'h4'} id={id}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm">
              {description}
            </Text>
          )}
        </div>
        {action}
      </Group>
      {children}
    </Paper>
  );
}
