// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconArrowLeft = /* @__PURE__ */ drawIcon('arrow-left', [
  'M5 12l14 0',
  'M5 12l6 6',
  'M5 12l6 -6',
]);
