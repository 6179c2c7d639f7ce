import { Button, Group, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageHeader } from '../PageHeader.tsx';

type EntityPageProps = {
  title: string;
  subtitle: string;
  actions?: ReactNode;
  /** Content above the list's heading, such as a form. */
  above?: ReactNode;
  heading?: string;
  add?: { label: string; onClick: () => void };
  children: ReactNode;
};

/** A page on which administrators keep a short list. */
export function EntityPage(props: EntityPageProps) {
  const { title, subtitle, actions, above, heading, add, children } = props;
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={actions} />
      {above}
      {heading && (
        <Group justify="space-between" mb="md">
          <Title order={2} size="h4">
            {heading}
          </Title>
          {add && <AddButton {...add} />}
        </Group>
      )}
      {children}
    </>
  );
}

export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={onClick}>
      {label}
    </Button>
  );
}
