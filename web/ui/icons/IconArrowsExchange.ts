// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconArrowsExchange = /* @__PURE__ */ drawIcon('arrows-exchange', [
  'M7 10h14l-4 -4',
  'M17 14h-14l4 4',
]);
