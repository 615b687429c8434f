import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import tap, { test } from 'tap';
import { readClientsFile, readUsersFile } from '../../../src/site/import/freeradius-files.ts';
import { readExport } from '../../../src/site/import/mikrotik-export.ts';
import { readDump } from '../../../src/site/import/sql-dump.ts';
import { Staging } from '../../../src/site/import/staging.ts';

/* Sources with texts that no honest one has: the time of a reader grows with their length alone, and its memory is bounded. */

const folder = mkdtempSync(join(tmpdir(), 'long-texts-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});
const long = 10_000_000;
const create =
  'CREATE TABLE radcheck (id int, username text, attribute text, op text, value text);\n';

function fileOf(text: string): string {
  const file = join(folder, 'source');
  writeFileSync(file, text);
  return file;
}

/** Reads a dump. @returns its fault, or an empty text */
async function faultOfDump(text: string): Promise<string> {
  const staging = new Staging();
  try {
    await readDump(Readable.from([Buffer.from(text)]), 'dump', staging);
    return '';
  } catch (error) {
    return String(error);
  } finally {
    staging.close();
  }
}

/** Milliseconds of the processor that some work takes. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('a dump is read in a time that grows with its length alone', async (t) => {
  const commas = ','.repeat(200_000);
  const spaces = ' '.repeat(200_000);
  const dumps = {
    'commas within a text': `${create}INSERT INTO radcheck VALUES (1,'${commas}','b','c','d');\n`,
    'commas of columns': `CREATE TABLE radcheck (${commas});\n`,
    'commas of values': `${create}INSERT INTO radcheck VALUES (${commas});\n`,
    'spaces before the columns': `INSERT INTO radcheck${spaces}x;\n`,
    'spaces behind a value': `${create}INSERT INTO radcheck VALUES (1${spaces},'a','b','c','d');\n`,
  };
  for (const [name, dump] of Object.entries(dumps)) {
    const ms = await processorMs(() => faultOfDump(dump));
    t.ok(ms < 3000, `${name}: ${Math.round(ms)} ms`);
  }
});

test('a value or a row of a dump that is too long is a fault that names its line', async (t) => {
  const insert = `${create}INSERT INTO radcheck VALUES`;
  t.equal(
    await faultOfDump(`${insert} (1,'${'\\n'.repeat(long)}','b','c','d');\n`),
    'Error: dump:2: a value is longer than 1 MiB',
  );
  t.equal(
    await faultOfDump(`COPY radcheck (username) FROM stdin;\n${'x'.repeat(long)}\n\\.\n`),
    'Error: dump:2: a value is longer than 1 MiB',
  );
  t.match(
    await faultOfDump(`${insert} (${'1,'.repeat(long)}1);\n`),
    /^Error: dump:2: a row of INSERT/,
  );
});

test('an export of RouterOS is read in a time that grows with its length alone', async (t) => {
  const exports = {
    'a long name': `/user add ${'a'.repeat(200_000)}\n`,
    'many continued lines': `/user add comment=a\\\n${'    b\\\n'.repeat(300_000)}\n`,
  };
  for (const [name, text] of Object.entries(exports)) {
    const file = fileOf(`${text}/user add name=anna\n`);
    const found: unknown[] = [];
    const ms = await processorMs(async () => {
      for await (const object of readExport(file)) found.push(object);
    });
    t.match(found.at(-1), { menu: '/user', values: { name: 'anna' } });
    t.ok(ms < 4000, `${name}: ${Math.round(ms)} ms`);
  }
});

test('a line of a file of FreeRADIUS that is too long is a fault that names it', (t) => {
  const staging = new Staging();
  const text = `"${'x'.repeat(long)}"`;
  const users = fileOf(`anna Cleartext-Password := ${text}\n  Class := "a"\n`);
  t.throws(
    () => readUsersFile(users, staging),
    new Error(`${users}:1: the line is longer than 64 KiB`),
  );
  const clients = fileOf(`client a {\n  secret = ${text}\n}\n`);
  t.throws(
    () => readClientsFile(clients, staging),
    new Error(`${clients}:2: the line is longer than 64 KiB`),
  );
  staging.close();
  t.end();
});
