// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconArrowUpRight = /* @__PURE__ */ drawIcon('arrow-up-right', [
  'M17 7l-10 10',
  'M8 7l9 0l0 9',
]);
