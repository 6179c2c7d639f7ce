import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ConversationTable } from '../components/ConversationTable.tsx';
import { messagesSearch } from '../model.ts';

/** Messages of users to support: those that wait for an answer, or the others. */
export function MessagesPage() {
  const { t } = useTranslation();
  const { state = 'open' } = messagesSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (next: string | null) =>
    void navigate({
      to: '.',
      search: messagesSearch({ state: next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader title={t('Messages')} subtitle={t('Messages of users to support')} />
      <Tabs value={state} onChange={show}>
        <Tabs.List mb="md">
          <Tabs.Tab value="open">{t('Open', { context: 'message' })}</Tabs.Tab>
          <Tabs.Tab value="answered">{t('Answered')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={state}>
          <ConversationTable key={state} state={state} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
