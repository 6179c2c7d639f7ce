// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconPlus = /* @__PURE__ */ drawIcon('plus', [
  'M12 5l0 14',
  'M5 12l14 0',
]);
