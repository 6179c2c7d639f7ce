import { Group, Paper, Stack, VisuallyHidden } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Banner } from '#contract/banners/schema.ts';
import { useIsConfirmingDelete } from '#web/ui/dialog/confirm-delete.tsx';
import { IconGripVertical } from '#web/ui/icons/IconGripVertical.ts';
import { useMayChange } from '#web/ui/page/EntityPage.tsx';
import { useFocusWhenLost } from '#web/ui/table/use-focus-when-lost.ts';
import { useWiderThan } from '#web/ui/use-wider-than.ts';
import { useDragOrder } from '../hooks/use-drag-order.ts';
import { type Reorder, useReorder } from '../hooks/use-reorder.ts';
import { useDeleteBanner } from '../queries.ts';
import { BannerImage } from './BannerImage.tsx';
import classes from './BannerList.module.css';
import { BannerButtons, BannerFacts, type BannerPlace } from './BannerParts.tsx';

/** Banners in order with drag handles: rows on desktops, cards on phones. */
export function BannerList({ saved }: { saved: Banner[] }) {
  const { t } = useTranslation();
  const isWide = useWiderThan('64em');
  const reorder = useReorder(saved);
  const deleteBanner = useDeleteBanner();
  const { ref, ...place } = useFocusWhenLost<HTMLUListElement>(useIsConfirmingDelete(), saved);
  const holdList = (element: HTMLUListElement | null) => {
    ref.current = element;
    reorder.list.current = element;
  };
  const Layout = isWide ? DesktopRows : MobileCards;
  return (
    <>
      <ul {...place} ref={holdList} className={classes.list} aria-label={t('Ad Banners')}>
        <Layout reorder={reorder} onDelete={deleteBanner} />
      </ul>
      <VisuallyHidden role="status">{reorder.announcement}</VisuallyHidden>
    </>
  );
}

type LayoutProps = { reorder: Reorder; onDelete: (banner: Banner) => void };

function placesOf({ banners }: Reorder): BannerPlace[] {
  return banners.map((banner, place) => ({ banner, place, total: banners.length }));
}

function DesktopRows({ reorder, onDelete }: LayoutProps) {
  const { rowProps, gripProps } = useDragOrder(reorder.list, reorder.moveToPlace);
  return placesOf(reorder).map((at) => (
    <Paper
      component="li"
      key={at.banner.id}
      withBorder
      p="md"
      className={`${classes.item} ${classes.row}`}
      {...rowProps(at.banner, at.place)}
    >
      <Grip {...gripProps(at.banner, at.place)} />
      <BannerImage url={at.banner.imageUrl} title={at.banner.title} />
      <BannerFacts {...at} />
      <BannerButtons {...at} onMove={reorder.move} onDelete={onDelete} />
    </Paper>
  ));
}

function MobileCards({ reorder, onDelete }: LayoutProps) {
  const { rowProps, gripProps } = useDragOrder(reorder.list, reorder.moveToPlace);
  return placesOf(reorder).map((at) => (
    <Paper
      component="li"
      key={at.banner.id}
      withBorder
      p="md"
      className={classes.item}
      {...rowProps(at.banner, at.place)}
    >
      <Stack gap="md">
        <BannerImage url={at.banner.imageUrl} title={at.banner.title} />
        <Group wrap="nowrap" align="flex-start" justify="space-between" gap="xs">
          <BannerFacts {...at} />
          <Grip {...gripProps(at.banner, at.place)} />
        </Group>
        <BannerButtons {...at} onMove={reorder.move} onDelete={onDelete} />
      </Stack>
    </Paper>
  ));
}

/** Drag handle, hidden from keyboard and screen readers: Move Up and Move Down are equivalent. */
function Grip(props: ComponentProps<'span'>) {
  if (!useMayChange()) return null;
  return (
    <span className={classes.grip} data-grip aria-hidden {...props}>
      <IconGripVertical size={20} />
    </span>
  );
}
