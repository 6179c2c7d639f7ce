import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#web/lib/files/save-file.ts';
import { useProductName } from '#web/lib/page/brand.ts';
import { useSession } from '#web/lib/session/session.ts';
import { IconCopy } from '#web/ui/icons/IconCopy.ts';
import { IconDownload } from '#web/ui/icons/IconDownload.ts';
import { IconPrinter } from '#web/ui/icons/IconPrinter.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useCopy } from '#web/ui/use-copy.ts';
import classes from './RecoveryCodesDialog.module.css';

/** Shows new recovery codes once. Only its button closes the dialog, because they cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const product = useProductName();
  const heading = t('Recovery codes for {{username}} ({{product}})', {
    username: user.username,
    product,
  });
  return (
    <Modal
      opened={codes.length > 0}
      onClose={onClose}
      title={t('Your recovery codes')}
      size="md"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <StateAlert state="warning">
          {t(
            'Save these codes now: they are not shown again. Each code signs you in once if you lose your phone or passkey.',
          )}
        </StateAlert>
        <div className={classes.codes}>
          <Text className={classes.heading} fw={600}>
            {heading}
          </Text>
          <ul className={classes.list} aria-label={t('Recovery codes')} translate="no">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <Actions codes={codes} heading={heading} />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('I have saved the codes')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Actions({ codes, heading }: { codes: string[]; heading: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const download = () => {
    const text = [heading, '', ...codes, ''].join('\r\n');
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
  };
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconCopy size={16} />}
        onClick={() => void copy(codes.join('\n'), t('Codes copied'))}
      >
        {t('Copy')}
      </Button>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
        {t('Download')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} />}
        onClick={() => window.print()}
      >
        {t('Print')}
      </Button>
    </Group>
  );
}
