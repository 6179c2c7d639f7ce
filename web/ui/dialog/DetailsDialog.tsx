import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BESIDE_SIDEBAR, useWiderThan } from '../use-wider-than.ts';

type DetailsDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: string;
  children: ReactNode;
};

export function DetailsDialog({ size = 'lg', ...props }: DetailsDialogProps) {
  const { t } = useTranslation();
  const isNarrow = !useWiderThan(BESIDE_SIDEBAR);
  return (
    <Modal
      {...props}
      size={size}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('Close') }}
    />
  );
}
