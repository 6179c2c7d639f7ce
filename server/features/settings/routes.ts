import { procedures } from '#server/lib/gate.ts';
import { getGeneralSettings } from './service.ts';

const { general } = procedures.settings;

export const settingsRoutes = {
  general: general.handler(({ context }) => getGeneralSettings(context.deps)),
};
