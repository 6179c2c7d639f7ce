import { Button, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconSend } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emailPlaceholder } from '#contract/rules.ts';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { useSession } from '../../lib/session.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useSendMessage } from './queries.ts';
import { SupportFieldset } from './SupportFieldset.tsx';
import { type SupportFields, supportProblems } from './support-form.ts';

/** Writes to support. A failure leaves all as typed. */
export function SupportForm() {
  const { t } = useTranslation();
  const state = useSupportForm();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="support-form-title">
      {state.isSent ? (
        <Sent onAgain={state.again} />
      ) : (
        <>
          <Title order={2} size="h4" id="support-form-title" mb="md">
            {t('Send us a message')}
          </Title>
          <form ref={state.form} onSubmit={state.submit} noValidate>
            <Stack gap="md">
              <SupportFieldset
                fields={state.fields}
                problems={state.problems}
                disabled={state.isPending}
                onChange={state.change}
              />
              <SubmitButton
                label={t('Send Message')}
                pendingLabel={t('Sending...')}
                pending={state.isPending}
                leftSection={<IconSend size={17} stroke={1.75} />}
              />
            </Stack>
          </form>
        </>
      )}
    </Paper>
  );
}

function Sent({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone: go on from what took its place.
  useEffect(() => title.current?.focus(), []);
  return (
    <Stack align="center" gap="xs" py="xl" ta="center" role="status">
      <ThemeIcon variant="light" color="green" size={64} radius="xl" aria-hidden>
        <IconCheck size={32} stroke={1.75} />
      </ThemeIcon>
      <Title order={2} size="h3" id="support-form-title" ref={title} tabIndex={-1} data-page-title>
        {t('Message Sent!')}
      </Title>
      <Text c="dimmed">{t('Thank you. We will get back to you within 24 hours.')}</Text>
      <Button variant="default" mt="sm" onClick={onAgain}>
        {t('Send Another Message')}
      </Button>
    </Stack>
  );
}

function useSupportForm() {
  const form = useRef<HTMLFormElement>(null);
  const keys = useRequestKeys();
  const empty = useEmptyFields();
  const [fields, setFields] = useState(empty);
  const [isChecked, setIsChecked] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const send = useSendMessage(() => {
    keys.renew();
    setIsSent(true);
    setIsChecked(false);
    setFields(({ name, email }) => ({ ...empty, name, email }));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    setIsChecked(true);
    const { category, ...texts } = fields;
    const hasProblem = Object.keys(supportProblems(fields)).length > 0;
    if (hasProblem || !category) return focusFirstInvalid(form.current);
    const requestKey = keys.keyFor(Object.values(fields));
    send.mutate({ ...texts, category, requestKey });
  };
  return {
    form,
    fields,
    problems: isChecked ? supportProblems(fields) : {},
    isPending: send.isPending,
    isSent,
    change: (part: Partial<SupportFields>) => setFields((current) => ({ ...current, ...part })),
    again: () => setIsSent(false),
    submit,
  };
}

/** An empty message, with what is known of its writer. */
function useEmptyFields(): SupportFields {
  const { user, displayName, email } = useSession();
  const ownEmail = email && email !== emailPlaceholder(user.username) ? email : '';
  return { name: displayName, email: ownEmail, category: null, subject: '', message: '' };
}
