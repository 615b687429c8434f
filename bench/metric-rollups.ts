import Database from 'better-sqlite3';
import { firstIdAt } from '../src/inventory/metric/metric-log-id.ts';
import { GatewayProcess } from '../test/gateway-process.ts';
import { print } from './figures.ts';
import { sized } from './scale.ts';

const rounds = sized(5, 1);
const hourMs = 3_600_000;
const hours = sized(365 * 24, 48);
const from = Date.UTC(2025, 0, 1);

/** Measures a year of one metric by hours, from the rollups, and the same hours summed up from a result a minute. */
export async function measureRollups(): Promise<string> {
  const gateway = await GatewayProcess.start({
    GATEHOUSE_LOG_LEVEL: 'error',
    GATEHOUSE_POLLING_ENABLED: 'false',
  });
  try {
    const device = { name: 'ap', serial_number: 'ap', type: 'snmp' };
    const { status, text } = await gateway.control('POST', '/inventory_device/', device);
    if (status !== 201) throw new Error(`no device: ${status} ${text.slice(0, 500)}`);
    return compare(gateway.database);
  } finally {
    await gateway.remove();
  }
}

function compare(file: string): string {
  const db = new Database(file);
  try {
    seed(db);
    const rollups = db.prepare(
      `select datetime, "count", "min", "max", "sum", "last" from inventory_metric_hour
       where device = 1 and metric = 1 and parameter = 1 and datetime >= ? and datetime < ? order by datetime`,
    );
    const raw = db.prepare(
      `select id / ${firstIdAt(hourMs) - firstIdAt(0)} as hour, count(*), min(result), max(result), sum(result)
       from inventory_metric_log where device = 1 and source = 1 and id >= ? and id < ? group by 1 order by 1`,
    );
    const to = from + hours * hourMs;
    const [ofRollups, ofRaw]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ofRaw.push(msOf(() => raw.all(firstIdAt(from), firstIdAt(to))));
      ofRollups.push(msOf(() => rollups.all(from, to)));
    }
    return print({
      title: 'a year of one metric by hours',
      figures: [
        { name: 'results of a minute, summed up', samples: ofRaw, unit: 'ms', decimals: 1 },
        {
          name: 'rollups',
          samples: ofRollups,
          unit: 'ms',
          decimals: 1,
          limits: [{ name: 'results of a minute', samples: ofRaw }],
        },
      ],
    });
  } finally {
    db.close();
  }
}

/** Writes a result a minute and its rollup by hours. */
function seed(db: Database.Database): void {
  db.exec(`
    insert or ignore into inventory_metric_source (id, metric, parameter) values (1, 1, 1);
    with recursive minutes (at) as (select 0 union all select at + 1 from minutes where at < ${hours * 60 - 1})
    insert into inventory_metric_log (id, organization, device, source, value, result)
      select ${firstIdAt(from)} + at * ${firstIdAt(60_000) - firstIdAt(0)}, 1, 1, 1, at % 97, at % 97 from minutes;
    with recursive times (at) as (select 0 union all select at + 1 from times where at < ${hours - 1})
    insert into inventory_metric_hour (organization, device, metric, parameter, datetime, "count", "min", "max", "sum", "last")
      select 1, 1, 1, 1, ${from} + at * ${hourMs}, 60, 0, 96, 2880, at % 97 from times;
  `);
}

function msOf(read: () => readonly unknown[]): number {
  const began = performance.now();
  const rows = read();
  if (rows.length !== hours) throw new Error(`${rows.length} hours instead of ${hours}`);
  return performance.now() - began;
}
