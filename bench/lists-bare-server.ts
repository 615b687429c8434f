import Fastify from 'fastify';
import { SqliteConnection } from '../src/store/sqlite/sqlite-connection.ts';

/* The least that a list can be: the rows that a query finds, as JSON. Arguments: port, file of the store, the query as JSON. */

const [port = '', file = '', query = ''] = process.argv.slice(2);
const { sql, parameters } = JSON.parse(query) as {
  readonly sql: string;
  readonly parameters: readonly unknown[];
};
// Reads as the gateway does: counters exact, the statement prepared once.
const connection = new SqliteConnection(file, { readonly: true });
const app = Fastify({ logger: false });

app.get('/', (_request, reply) => {
  const rows = connection.prepare(sql).all(parameters);
  void reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write('listens\n');
