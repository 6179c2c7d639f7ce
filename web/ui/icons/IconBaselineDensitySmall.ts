// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconBaselineDensitySmall = /* @__PURE__ */ drawIcon('baseline-density-small', [
  'M4 3h16',
  'M4 9h16',
  'M4 15h16',
  'M4 21h16',
]);
