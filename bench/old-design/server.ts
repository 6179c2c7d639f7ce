import { serve } from '@hono/node-server';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';

/** The hosted backend: tables over HTTP, without access control. Arguments: the database's address and socket. */
const [url = '', host = ''] = process.argv.slice(2);
const app = new App({
  connection: createPostgresConnection({ url, postgresOptions: { host } }),
  auth: { enabled: false },
  // A hosted backend returns at most 1,000 rows; here it must return every pending request.
  api: { max_rows: 1_000_000 },
  options: { server: { apiKeys: false } },
});
serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, env) =>
      app.fetch(request, { peerAddress: env.incoming.socket.remoteAddress ?? null }),
  },
  ({ port }) => console.log(`ready at http://127.0.0.1:${port}`),
);
