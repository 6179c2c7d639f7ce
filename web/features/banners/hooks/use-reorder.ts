import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Banner } from '#contract/banners/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { moveTo } from '../model/order.ts';
import { useBannerOrder } from '../queries.ts';

type Step = 'up' | 'down';

/**
 * Returns the banners in displayed order, and functions to move one by a step or by dragging. The focus stays on
 * the button of the banner's menu.
 */
export function useReorder(saved: Banner[]) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const order = useBannerOrder();
  const banners = order.arrange(saved);
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string>(undefined);
  const [announcement, setAnnouncement] = useState('');

  const moveToPlace = (banner: Banner, place: number) => {
    const moved = moveTo(banners, banner.id, place);
    const at = moved.indexOf(banner);
    if (at === banners.indexOf(banner)) return;
    order.save(moved);
    setAnnouncement(
      t('{{title}} is now at position {{position}} of {{total}}.', {
        title: banner.title,
        position: number(at + 1),
        total: number(moved.length),
      }),
    );
  };
  const move = (banner: Banner, step: Step) => {
    pressed.current = banner.id;
    moveToPlace(banner, banners.indexOf(banner) + (step === 'up' ? -1 : 1));
  };
  // A row that moves in the DOM loses the focus.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const row = list.current?.querySelector(`[data-banner="${pressed.current}"]`);
    pressed.current = undefined;
    row?.querySelector<HTMLElement>('[data-menu]')?.focus({ preventScroll: false });
  });
  return { banners, list, move, moveToPlace, announcement };
}

export type Reorder = ReturnType<typeof useReorder>;
