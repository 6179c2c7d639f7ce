// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconChecks = /* @__PURE__ */ drawIcon('checks', [
  'M7 12l5 5l10 -10',
  'M2 12l5 5m5 -5l5 -5',
]);
