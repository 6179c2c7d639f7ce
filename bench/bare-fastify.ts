import fastify from 'fastify';

/** The least that a request costs: Fastify parses a small JSON body and sends the balance of a wallet. */
const app = fastify();
app.post('/rpc/balances/current', async () => ({
  json: { balancePaise: 0, heldPaise: 0, availablePaise: 0, updatedAt: new Date() },
  meta: [[1, 'updatedAt']],
}));
const address = await app.listen({ port: 0 });
process.stdout.write(`ready at ${address}\n`);
