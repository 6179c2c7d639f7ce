import { type DragEvent, useState } from 'react';
import type { Banner } from '#contract/banners.ts';

type DragOrder = { dragged: Banner; place: number };

/**
 * Moving a banner by dragging it over the others. Answers the attributes of each row and where the
 * dragged one would land. A finger can't drag this way; it has Move Up and Move Down.
 */
export function useDragOrder(onDrop: (banner: Banner, place: number) => void) {
  const [drag, setDrag] = useState<DragOrder>();
  const end = () => setDrag(undefined);
  const rowProps = (banner: Banner, place: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      // Firefox drags only what carries data.
      event.dataTransfer.setData('text/plain', banner.title);
      setDrag({ dragged: banner, place });
    },
    onDragOver: (event: DragEvent) => {
      if (!drag) return;
      event.preventDefault();
      if (drag.place !== place) setDrag({ ...drag, place });
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (drag) onDrop(drag.dragged, place);
      end();
    },
    onDragEnd: end,
    'data-dragged': drag?.dragged.id === banner.id || undefined,
    'data-target': (drag && drag.dragged.id !== banner.id && drag.place === place) || undefined,
  });
  return rowProps;
}
