import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Banner } from '#contract/banners/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { moveTo } from '../model/order.ts';
import { useBannerOrder } from '../queries.ts';

type Step = 'up' | 'down';

/**
 * Returns the banners in displayed order, and functions to move one by a step or by dragging. The focus stays on
 * the clicked button, or moves to the opposite one at an end of the list.
 */
export function useReorder(saved: Banner[]) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const order = useBannerOrder();
  const banners = order.arrange(saved);
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ id: string; step: Step }>(undefined);
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
    pressed.current = { id: banner.id, step };
    moveToPlace(banner, banners.indexOf(banner) + (step === 'up' ? -1 : 1));
  };
  // A row that moves in the DOM loses the focus, like a button that becomes disabled.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { id, step } = pressed.current;
    pressed.current = undefined;
    const row = list.current?.querySelector(`[data-banner="${id}"]`);
    const button = (which: Step) =>
      row?.querySelector<HTMLElement>(`[data-step="${which}"]:not(:disabled)`);
    (button(step) ?? button(step === 'up' ? 'down' : 'up'))?.focus({ preventScroll: false });
  });
  return { banners, list, move, moveToPlace, announcement };
}

export type Reorder = ReturnType<typeof useReorder>;
