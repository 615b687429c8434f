import Fastify from 'fastify';
import { SqliteConnection } from '../src/store/sqlite/sqlite-connection.ts';

/* Serves the rows of one query as JSON, the lower bound of what a list costs. Arguments: port, file of the store, query as JSON. */

const [port = '', file = '', query = ''] = process.argv.slice(2);
const { sql, parameters } = JSON.parse(query) as {
  readonly sql: string;
  readonly parameters: readonly unknown[];
};
// As in the gateway, integers are read exactly and the statement is prepared once.
const connection = new SqliteConnection(file, { readonly: true });
const app = Fastify({ logger: false });

app.get('/', (_request, reply) => {
  const rows = connection.prepare(sql).all(parameters);
  void reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write('listens\n');
