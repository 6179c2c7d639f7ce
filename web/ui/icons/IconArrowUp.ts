// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconArrowUp = /* @__PURE__ */ drawIcon('arrow-up', [
  'M12 5l0 14',
  'M18 11l-6 -6',
  'M6 11l6 -6',
]);
