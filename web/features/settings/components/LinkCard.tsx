import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Card } from '#web/ui/Card.tsx';

type LinkCardProps = {
  title: string;
  description: string;
  to: LinkProps['to'];
  label: string;
  icon: Icon;
};

/** Link from the settings to a settings page. */
export function LinkCard({ title, description, to, label, icon: LinkIcon }: LinkCardProps) {
  return (
    <Card
      title={title}
      description={description}
      action={
        <Button component={Link} to={to} variant="default" leftSection={<LinkIcon size={16} />}>
          {label}
        </Button>
      }
    />
  );
}
