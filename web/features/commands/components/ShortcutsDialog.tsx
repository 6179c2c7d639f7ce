import { Kbd, Modal, Stack, Table, Text, Title } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ReviewShortcuts } from '../../review/list/components/ReviewShortcuts.tsx';

type Shortcut = { keys: string[]; does: string };
type ShortcutsDialogProps = { opened: boolean; onClose: () => void };

export default function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  const os = useOs();
  const mod = os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl';
  const shortcuts: Shortcut[] = [
    { keys: [mod, 'K'], does: t('Search users, transactions and pages') },
    { keys: ['?'], does: t('Show the keyboard shortcuts') },
    { keys: ['Enter'], does: t('Save the row being edited') },
    { keys: ['Esc'], does: t('Close a dialog, or give up editing a row') },
  ];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <Table verticalSpacing="2xs">
          <Table.Tbody>
            {shortcuts.map(({ keys, does }) => (
              <Table.Tr key={does}>
                <Table.Th scope="row" fw={400}>
                  {does}
                </Table.Th>
                <Table.Td ta="right">
                  <Keys keys={keys} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Title order={3} size="h5">
          {t('Review Transactions')}
        </Title>
        <ReviewShortcuts />
      </Stack>
    </Modal>
  );
}

function Keys({ keys }: { keys: string[] }) {
  return keys.map((key, place) => (
    <span key={key}>
      {place > 0 && (
        <Text component="span" c="dimmed" mx="2xs">
          +
        </Text>
      )}
      <Kbd>{key}</Kbd>
    </span>
  ));
}
