// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconCheck = /* @__PURE__ */ drawIcon('check', [
  'M5 12l5 5l10 -10',
]);
