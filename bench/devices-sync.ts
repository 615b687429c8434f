import { loadShippedAdapters, loadDeviceTypes } from '../src/device-type/adapter-loader.ts';
import { optionsOf } from '../src/device-type/device-type.ts';
import { validateAgainst } from '../src/contract/schema.ts';
import { readRecordings } from '../test/peers/replay/recordings.ts';
import { startReplay } from '../test/peers/replay/replay.ts';
import { print, type Figure } from './figures.ts';
import { packageRoot } from '../src/runtime/package-root.ts';
import { sized } from './scale.ts';

/** How many recordings are synced: all. */
const recordings = sized(Infinity, 2);
const rounds = sized(3, 1);

/** Measures what a sync of each shipped type reads: all its parameters, from the recordings of its devices. */
export async function typeSyncs(signal: AbortSignal): Promise<string> {
  const adapters = await loadShippedAdapters();
  const folder = new URL('config/device-types/', packageRoot);
  const { types } = await loadDeviceTypes([folder], adapters);
  const replay = await startReplay();
  const figures: Figure[] = [];
  try {
    for (const [name, recording] of [...readRecordings()].slice(0, recordings)) {
      const type = types.get(name.split('/', 1).join(''));
      const adapter = adapters.get(recording.protocol);
      if (type === undefined || adapter === undefined) throw new Error(`${name}: no type`);
      const given = { ...optionsOf(type, adapter.name) };
      const options = validateAgainst<object>(adapter.options, given, name);
      const target = replay.targetOf(name, recording, options);
      const requests = type.parameters
        .filter(({ protocol = type.connection.protocol }) => protocol === adapter.name)
        .map(({ variable_name, read }) => ({ variable: variable_name, command: read }));
      const samples: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // A login each time: a sync comes when the kept connection is gone.
        adapter.close?.();
        const context = { signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]), log };
        const began = performance.now();
        await adapter.read?.(target, requests, context);
        samples.push(performance.now() - began);
      }
      figures.push({ name: `${name}, ${requests.length} values`, samples, unit: 'ms' });
    }
  } finally {
    for (const adapter of adapters.values()) adapter.close?.();
    await replay.stop();
  }
  return print({
    title: 'A sync of each shipped type, login included, on its recordings',
    figures,
    notes: ['the server replays what the device answered, with its pauses'],
  });
}

const log = () => undefined;
