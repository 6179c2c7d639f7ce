import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { SessionContext } from '../../lib/session/session.ts';
import { IconShieldCheck } from '../icons/IconShieldCheck.ts';
import { AskSupport } from './AskSupport.tsx';
import { StateIcon } from './StateIcon.tsx';
import type { State } from './states.ts';

type MessageScreenProps = {
  state: State;
  title: string;
  text?: string;
  isFailure?: boolean;
  action: ReactNode;
  requestId?: string | undefined;
  children?: ReactNode;
};

/** Fills the window, or the page inside the layout if signed in. */
export function MessageScreen({ isFailure = true, ...props }: MessageScreenProps) {
  useDocumentTitle(props.title);
  const isInFrame = useContext(SessionContext) !== undefined;
  const place = isInFrame ? {} : ({ mih: '100dvh', component: 'main' } as const);
  return (
    <Center p="md" {...place}>
      <Stack align="center" gap="md" ta="center" maw="28rem">
        <StateIcon state={props.state} size="xl" />
        <Title order={1} size="h2">
          {props.title}
        </Title>
        {props.text && <Text c="dimmed">{props.text}</Text>}
        {isFailure && <MoneyIsSafe />}
        <div>{props.action}</div>
        {props.children}
        <AskSupport requestId={props.requestId} />
      </Stack>
    </Center>
  );
}

/** Always true: no page holds money, and a request is stored completely or not at all. */
function MoneyIsSafe() {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconShieldCheck size={20} aria-hidden />
        <Text size="sm" ta="start" flex={1}>
          {t(
            'Your money is safe. Your balance is kept on our server, and your passbook shows every request that has reached us.',
          )}
        </Text>
      </Group>
    </Paper>
  );
}
