import { Anchor, CloseButton, Group, Paper, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionId, UserId } from '#contract/shared/base.ts';
import { NO_FILTERS } from '#web/lib/lists/transaction-filters.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useTransactions } from '../queries.ts';
import { CurrentTransaction } from './TransactionDetailsDialog.tsx';
import { TransactionList } from './TransactionList.tsx';

type UserRequestsProps = {
  userId: UserId;
  /** The id in the URL of the request whose details are shown above the list. */
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
};

/** All requests of a user, newest first; details are shown on the page. */
export function UserRequests({ userId, openId, onOpen }: UserRequestsProps) {
  const { t } = useTranslation();
  const transactions = useTransactions({ ...NO_FILTERS, account: 'all', search: userId });
  const opener = useRef<Element | null>(null);
  return (
    <Stack gap="md">
      {openId && (
        <OpenRequest
          key={openId}
          id={openId}
          onClose={() => {
            onOpen(undefined);
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        />
      )}
      <Anchor
        data-reached
        size="sm"
        style={{ alignSelf: 'flex-end' }}
        renderRoot={(props) => (
          <Link {...props} to={paths.admin.transactions} search={{ search: userId }} />
        )}
      >
        {t('Filter in all transactions')}
      </Anchor>
      <TransactionList
        transactions={transactions}
        isOfOneUser
        onView={({ id }) => {
          opener.current = document.activeElement;
          onOpen(id);
        }}
      />
    </Stack>
  );
}

function OpenRequest({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="open-request">
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h4" id="open-request" ref={title} tabIndex={-1}>
          {t('Transaction Details')}
        </Title>
        <CloseButton aria-label={t('Close')} onClick={onClose} />
      </Group>
      {/* The id in the URL is unchecked; the server validates it. */}
      <CurrentTransaction row={{ id: id as TransactionId }} isShown />
    </Paper>
  );
}
