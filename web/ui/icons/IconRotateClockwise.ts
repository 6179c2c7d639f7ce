// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconRotateClockwise = /* @__PURE__ */ drawIcon('rotate-clockwise', [
  'M4.05 11a8 8 0 1 1 .5 4m-.5 5v-5h5',
]);
