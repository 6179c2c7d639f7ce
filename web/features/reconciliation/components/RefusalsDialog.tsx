import { Button, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/api/errors.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { STATES } from '#web/ui/state/states.ts';
import type { Refused } from '../model/results.ts';

type RefusalsDialogProps = {
  refused: Refused[];
  acceptedCount: number;
  opened: boolean;
  onClose: () => void;
};

/** Why some deposits were not approved together with the others. */
export function RefusalsDialog({ refused, acceptedCount, opened, onClose }: RefusalsDialogProps) {
  const { t } = useTranslation();
  const pending = t('{{count}} stay pending', { count: refused.length });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Results')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        {acceptedCount > 0 && (
          <Text>{t('{{count}} deposits were approved', { count: acceptedCount })}</Text>
        )}
        <Text fw={600}>{pending}</Text>
        <ScrollArea.Autosize
          mah="50vh"
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': pending }}
        >
          <Table verticalSpacing="2xs">
            <Table.Tbody>
              {refused.map((one) => (
                <RefusalRow key={one.id} refused={one} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function RefusalRow({ refused: { userName, paise, refusal } }: { refused: Refused }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Table.Tr>
      <Table.Td>{userName}</Table.Td>
      <Table.Td ta="right">
        <Amount paise={paise} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" c={STATES.failed.tone}>
          {errorText(refusal, t('Failed to process your request. Please try again.'))}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
