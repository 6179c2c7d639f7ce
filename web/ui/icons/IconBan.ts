// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconBan = /* @__PURE__ */ drawIcon('ban', [
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
  'M5.7 5.7l12.6 12.6',
]);
