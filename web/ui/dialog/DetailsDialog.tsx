import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BESIDE_SIDEBAR, useWiderThan } from '../use-wider-than.ts';
import { Cover, useCover } from './use-cover.ts';

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
  const { isCovered, setCovered } = useCover(props.opened);
  return (
    <Cover value={setCovered}>
      <Modal
        {...props}
        size={size}
        fullScreen={isNarrow}
        closeOnEscape={!isCovered}
        closeButtonProps={{ 'aria-label': t('Close') }}
      />
    </Cover>
  );
}
