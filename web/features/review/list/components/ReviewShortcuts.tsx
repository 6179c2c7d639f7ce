import { Kbd, Stack, Switch, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  areShortcutsOn,
  REVIEW_KEYS,
  type ReviewAction,
  switchShortcuts,
} from '#web/ui/use-shortcuts.ts';

/** Lists the shortcuts of the review page, with a switch to disable them. */
export function ReviewShortcuts() {
  const { t } = useTranslation();
  const [isOn, setIsOn] = useState(areShortcutsOn);
  const meanings: [ReviewAction, string][] = [
    ['next', t('Next request')],
    ['previous', t('Previous request')],
    ['view', t('Open the receipt or the details')],
    ['approve', t('Approve')],
    ['reject', t('Reject')],
    ['select', t('Select')],
    ['desk', t('Review it with the others, one by one')],
    ['undo', t('Undo the last decision')],
    ['note', t('Write a note')],
    ['source', t('Choose a source')],
    ['zoom', t('Zoom the receipt')],
    ['zoomIn', t('Zoom in')],
    ['zoomOut', t('Zoom out')],
    ['fit', t('Fit to screen')],
    ['rotate', t('Rotate the receipt')],
    ['compare', t('Compare with another receipt')],
  ];
  const change = (next: boolean) => {
    switchShortcuts(next);
    setIsOn(next);
  };
  return (
    <Stack gap="md">
      <Table verticalSpacing="2xs">
        <Table.Tbody>
          {meanings.map(([action, meaning]) => (
            <Table.Tr key={action}>
              <Table.Th scope="row" fw={400}>
                {meaning}
              </Table.Th>
              <Table.Td ta="right">
                <Kbd>{REVIEW_KEYS[action]}</Kbd>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        label={t('Use single-key shortcuts')}
        checked={isOn}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </Stack>
  );
}
