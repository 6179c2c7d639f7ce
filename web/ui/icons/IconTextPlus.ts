// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconTextPlus = /* @__PURE__ */ drawIcon('text-plus', [
  'M19 10h-14',
  'M5 6h14',
  'M14 14h-9',
  'M5 18h6',
  'M18 15v6',
  'M15 18h6',
]);
