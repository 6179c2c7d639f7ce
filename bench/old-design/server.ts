import { serve } from '@hono/node-server';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';

/** The hosted backend: tables over HTTP, for whoever asks. Its arguments are the database's address and socket. */
const [url = '', host = ''] = process.argv.slice(2);
const app = new App({
  connection: createPostgresConnection({ url, postgresOptions: { host } }),
  auth: { enabled: false },
  // Hosted, a browser sees 1,000 rows at most: here it must find every request that waits.
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
