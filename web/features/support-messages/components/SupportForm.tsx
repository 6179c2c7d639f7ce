import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emailPlaceholder } from '#contract/profiles/rules.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { aboutSearch } from '#web/lib/lists/sent-search.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Card } from '#web/ui/Card.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { IconSend } from '#web/ui/icons/IconSend.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { StateIcon } from '#web/ui/state/StateIcon.tsx';
import { useFilledIn, useOwnTransaction } from '../../transactions/hooks/use-filled-in.ts';
import { type SupportFields, supportProblems } from '../model.ts';
import { useSendMessage } from '../queries.ts';
import { SupportFieldset } from './SupportFieldset.tsx';

/** Form for a message to support. Keeps its input after a failed request. */
export function SupportForm() {
  const { t } = useTranslation();
  const state = useSupportForm();
  return (
    <>
      {state.isSent ? (
        <Paper withBorder p="lg" component="section" aria-labelledby="message-sent">
          <Sent onAgain={state.again} />
        </Paper>
      ) : (
        <Card title={t('Send us a message')}>
          <PageForm
            form={state.form}
            pending={state.isPending}
            failure={state.failure}
            onSubmit={state.submit}
          >
            <SupportFieldset form={state.form} />
            <SubmitButton
              label={t('Send message')}
              pendingLabel={t('Sending...')}
              pending={state.isPending}
              leftSection={<IconSend size={18} />}
            />
          </PageForm>
        </Card>
      )}
    </>
  );
}

function Sent({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  // The focused form was removed: focus the confirmation that replaces it.
  useEffect(() => title.current?.focus(), []);
  return (
    <Stack align="center" gap="xs" py="xl" ta="center" role="status">
      <StateIcon state="done" size="lg" />
      <Title order={2} size="h3" id="message-sent" ref={title} tabIndex={-1} data-page-title>
        {t('Message Sent!')}
      </Title>
      <Text c="dimmed">{t('Thank you. We will get back to you within 24 hours.')}</Text>
      <Button variant="default" mt="sm" onClick={onAgain}>
        {t('Send Another Message')}
      </Button>
    </Stack>
  );
}

/** Draft name of the support form. */
const DRAFT_KEY = 'support message';

function useSupportForm() {
  const keys = useRequestKeys(DRAFT_KEY);
  const empty = useEmptyFields();
  const form = useCheckedForm({
    initialValues: empty,
    findProblems: supportProblems,
    draftKey: DRAFT_KEY,
  });
  useFilledIn(form, useFieldsAbout(empty));
  const [isSent, setIsSent] = useState(false);
  const send = useSendMessage(() => {
    keys.renew();
    setIsSent(true);
    const { name, email } = form.values;
    form.start({ ...empty, name, email });
  });
  const submit = ({ category, ...texts }: SupportFields) => {
    if (!category) return;
    const requestKey = keys.keyFor([category, ...Object.values(texts)]);
    send.mutate({ ...texts, category, requestKey });
  };
  return {
    form,
    isPending: send.isPending,
    failure: send.error,
    isSent,
    again: () => setIsSent(false),
    submit,
  };
}

/** Returns a message about the transaction in the URL, with its reference as the subject. */
function useFieldsAbout(empty: SupportFields): SupportFields | undefined {
  const { t } = useTranslation();
  const transaction = useOwnTransaction(aboutSearch(useSearch({ strict: false })).about);
  if (!transaction) return undefined;
  const { type, referenceId } = transaction;
  const name = type === 'deposit' ? t('Deposit') : t('Withdrawal');
  return { ...empty, category: type, subject: `${name} ${referenceId}` };
}

/** Returns an empty message with the user's name and e-mail address. */
function useEmptyFields(): SupportFields {
  const { user, displayName, email } = useSession();
  const ownEmail = email && email !== emailPlaceholder(user.username) ? email : '';
  return { name: displayName, email: ownEmail, category: null, subject: '', message: '' };
}
