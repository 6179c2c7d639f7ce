import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/api/errors.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { STATES } from '#web/ui/state/states.ts';
import type { AcceptFlow } from '../hooks/use-accept-flow.ts';

type AcceptResultsProps = { flow: AcceptFlow; opened: boolean; onClose: () => void };

/** Why some deposits were not approved together with the others. */
export function AcceptResults({ flow, opened, onClose }: AcceptResultsProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const unexpected = t('Failed to process your request. Please try again.');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Results')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <Text>{t('{{count}} deposits were approved', { count: flow.acceptedCount })}</Text>
        <Text fw={600}>{t('{{count}} stay pending', { count: flow.refused.length })}</Text>
        <Table verticalSpacing="2xs">
          <Table.Tbody>
            {flow.refused.map(({ match, refusal }) => (
              <Table.Tr key={match.id}>
                <Table.Td>{match.request?.userName}</Table.Td>
                <Table.Td ta="right">
                  <Amount paise={match.paise} />
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c={STATES.failed.tone}>
                    {errorText(refusal, unexpected)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
