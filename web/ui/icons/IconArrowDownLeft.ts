// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconArrowDownLeft = /* @__PURE__ */ drawIcon('arrow-down-left', [
  'M17 7l-10 10',
  'M16 17l-9 0l0 -9',
]);
