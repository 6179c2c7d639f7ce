// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconCoinRupee = /* @__PURE__ */ drawIcon('coin-rupee', [
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
  'M15 8h-6h1a3 3 0 0 1 0 6h-1l3 3',
  'M9 11h6',
]);
