// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconTable = /* @__PURE__ */ drawIcon('table', [
  'M3 5a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14',
  'M3 10h18',
  'M10 3v18',
]);
