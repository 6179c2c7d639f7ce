// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconBaselineDensityMedium = /* @__PURE__ */ drawIcon('baseline-density-medium', [
  'M4 20h16',
  'M4 12h16',
  'M4 4h16',
]);
