import type { Figure, Limit } from './figures.ts';
import type { Meanwhile } from './radius-gateway.ts';
import type { Run } from './radius-run.ts';

/** Result of a run; for a gateway, with the measurements during the load. */
export type Sample = Run & Partial<Meanwhile>;

/** One sample a round of each server, by its name. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/** Lines of a table: all samples of each server. The servers in `own` are compared with all others. */
export function figuresOf(all: Samples, own: readonly string[]): Figure[] {
  const limits = (key: keyof Sample): Limit[] =>
    [...all]
      .filter(([name]) => !own.includes(name))
      .map(([name, samples]) => ({ name, samples: valuesOf(samples, key) }));
  return [...all].flatMap(([name, samples]) => {
    const of = (key: keyof Sample) => ({
      samples: valuesOf(samples, key),
      ...(own.includes(name) && { limits: limits(key) }),
    });
    return [
      { name, ...of('perSecond'), unit: 'answered/s' },
      { name: '  CPU', ...of('cpuMicroseconds'), unit: 'us/packet' },
      ...latencies(samples),
      ...meanwhile(samples),
    ];
  });
}

function valuesOf(samples: readonly Sample[], key: keyof Sample): number[] {
  return samples.map((sample) => sample[key] ?? NaN);
}

function latencies(samples: readonly Sample[]): Figure[] {
  return [
    {
      name: '  answered within, median',
      samples: valuesOf(samples, 'p50Ms'),
      unit: 'ms',
      decimals: 2,
    },
    {
      name: '  answered within, p99',
      samples: valuesOf(samples, 'p99Ms'),
      unit: 'ms',
      decimals: 2,
    },
    { name: '  repeated requests', samples: valuesOf(samples, 'repeated'), unit: 'in a run' },
    { name: '  lost requests', samples: valuesOf(samples, 'lost'), unit: 'in a run' },
    {
      name: '  load generator, busy',
      samples: valuesOf(samples, 'generatorCores'),
      unit: 'cores',
      decimals: 2,
    },
  ];
}

function meanwhile(samples: readonly Sample[]): Figure[] {
  if (!samples.some((sample) => sample.residentMb !== undefined)) return [];
  return [
    {
      name: '  REST, page of 50 sessions, p99',
      samples: valuesOf(samples, 'restP99Ms'),
      unit: 'ms',
      decimals: 1,
    },
    { name: '  timer of 10 ms, p99', samples: valuesOf(samples, 'lagMs'), unit: 'ms', decimals: 1 },
    { name: '  resident', samples: valuesOf(samples, 'residentMb'), unit: 'MB' },
  ];
}
