import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type CardProps = {
  title: string;
  description?: string;
  action?: ReactNode;
  mb?: string;
  children?: ReactNode;
};

export function Card({ title, description, action, mb, children }: CardProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} mb={mb} aria-labelledby={id}>
      <Group
        justify="space-between"
        align="flex-start"
        mb={children ? { base: 'xs', sm: 'md' } : 0}
      >
        <div>
          <Title order={2} size="h4" id={id}>
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
