import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { paths } from '#web/lib/page/paths.ts';

/** Link to the review page of a type, which opens its oldest pending request. */
export function DeskAnchor({ type, children }: { type: TransactionType; children: ReactNode }) {
  return (
    <Anchor data-reached="row" component={Link} to={paths.admin.desk(type)} fw={600} size="sm">
      {children}
    </Anchor>
  );
}
