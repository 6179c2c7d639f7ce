import { ActionIcon } from '@mantine/core';
import { IconCopy } from '#web/ui/icons/IconCopy.ts';

export function CopyButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" size="lg" aria-label={label} title={label} onClick={onClick}>
      <IconCopy size={18} />
    </ActionIcon>
  );
}
