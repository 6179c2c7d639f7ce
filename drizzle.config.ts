/** Of drizzle-kit, which is in tools/migration. */
export default {
  dialect: 'postgresql',
  schema: './server/db/schema/*.ts',
  out: './server/db/migrations',
};
