// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconSnowflakeOff = /* @__PURE__ */ drawIcon('snowflake-off', [
  'M10 4l2 1l2 -1',
  'M12 2v6m1.196 1.186l1.804 1.034',
  'M17.928 6.268l.134 2.232l1.866 1.232',
  'M20.66 7l-5.629 3.25l-.031 .75',
  'M19.928 14.268l-1.015 .67',
  'M14.212 14.226l-2.171 1.262',
  'M14 20l-2 -1l-2 1',
  'M12 22v-6.5l-3 -1.72',
  'M6.072 17.732l-.134 -2.232l-1.866 -1.232',
  'M3.34 17l5.629 -3.25l-.01 -3.458',
  'M4.072 9.732l1.866 -1.232l.134 -2.232',
  'M3.34 7l5.629 3.25l.802 -.466',
  'M3 3l18 18',
]);
