import { Button, Group, Title } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import type { Permission } from '#contract/shared/permissions.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { IconPlus } from '../icons/IconPlus.ts';
import classes from './EntityPage.module.css';
import { PageHeader } from './PageHeader.tsx';

const MayChange = createContext(true);

export function useMayChange(): boolean {
  return useContext(MayChange);
}

type EntityPageProps = {
  /** Permission to change the list. Without it, the page has no forms and no buttons to change rows. */
  permission: Permission;
  title: string;
  subtitle: string;
  actions?: ReactNode;
  /** Content above the list's heading, such as a form. */
  above?: ReactNode;
  /** Content next to the list on wide screens, such as a form; below it on others. */
  beside?: ReactNode;
  heading?: string;
  add?: { label: string; onClick: () => void };
  children: ReactNode;
};

/** A page on which administrators keep a short list. */
export function EntityPage(props: EntityPageProps) {
  const { title, subtitle, actions, above, beside, heading, add, children } = props;
  const mayChange = useCan(props.permission);
  return (
    <MayChange value={mayChange}>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={actions}
        hasLowActions={actions !== undefined}
      />
      <div data-in-order>
        {mayChange && above}
        {heading && (
          <Group justify="space-between" mb="md">
            <Title order={2} size="h4">
              {heading}
            </Title>
            {add && mayChange && <AddButton {...add} />}
          </Group>
        )}
        {mayChange && beside ? (
          <div className={classes.columns} data-in-order>
            <div>{children}</div>
            {beside}
          </div>
        ) : (
          children
        )}
      </div>
    </MayChange>
  );
}

export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
      {label}
    </Button>
  );
}
