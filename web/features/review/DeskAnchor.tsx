import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TransactionType } from '#contract/rules.ts';
import { DESKS } from './desks.ts';

/** Leads to the desk of a type, where what waits longest lies on top. */
export function DeskAnchor({ type, children }: { type: TransactionType; children: ReactNode }) {
  return (
    <Anchor component={Link} to={DESKS[type]} fw={600} size="sm">
      {children}
    </Anchor>
  );
}
