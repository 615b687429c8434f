import { linesOf } from '../../runtime/lines-of.ts';
import { writeSteadily } from '../../runtime/machine/steady-writing.ts';
import { startPostgresProgram } from './postgres-programs.ts';

/** Writes a dump of a database of one moment, readable by its owner only. @throws Error with the words of pg_dump */
export async function dumpPostgres(address: string, file: string, schema: string): Promise<void> {
  const options = ['--format=custom', '--no-owner', '--no-privileges', `--schema=${schema}`];
  const program = startPostgresProgram('pg_dump', options, address);
  program.input.end();
  await Promise.all([program.ended, writeSteadily(file, program.output)]);
}

/** Begin of the rows of a table in a script: `COPY public.heartbeat (beat) FROM stdin;` */
const copyStart = /^COPY (?:"[^"]+"|[^ ".]+)\.(?:"([^"]+)"|([^ ".]+)) .*FROM stdin;$/;

/** Reads the whole of a dump and counts the rows of each table. @throws Error with the words of pg_restore if it is damaged */
export async function countDump(file: string): Promise<Readonly<Record<string, number>>> {
  const program = startPostgresProgram('pg_restore', ['--data-only', '--file=-', file], null);
  program.input.end();
  const tables: Record<string, number> = {};
  let table: string | null = null;
  for await (const line of linesOf(program.output)) {
    if (table === null) {
      const found = copyStart.exec(line);
      table = found ? (found[1] ?? found[2] ?? '') : null;
      if (table !== null) tables[table] = 0;
    } else if (line === '\\.') table = null;
    else tables[table] = (tables[table] ?? 0) + 1;
  }
  await program.ended;
  return tables;
}
