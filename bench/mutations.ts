import { GatewayProcess } from '../test/gateway-process.ts';
import { absurdRows, sendMutations } from '../test/radius/core/mutations.ts';
import { print } from './figures.ts';
import { memoryOf } from './proc.ts';
import { sized } from './scale.ts';

const secret = 'a-secret-of-22-octets!';
const seed = 20_261_121;
const steps = sized(20, 2);
const packets = sized(50_000, 500);

/** Sends a million randomly mutated accounting packets, the same ones each time, and checks memory and stored rows. */
export async function mutations(signal: AbortSignal): Promise<string> {
  const gateway = await GatewayProcess.start({ GATEHOUSE_LOG_LEVEL: 'error' });
  const memory: number[] = [];
  const perSecond: number[] = [];
  try {
    await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
    for (let step = 0; step < steps; step += 1) {
      signal.throwIfAborted();
      const began = performance.now();
      await sendMutations({ port: gateway.acctPort, secret, seed: seed + step, packets });
      perSecond.push(packets / ((performance.now() - began) / 1000));
      memory.push(memoryOf(gateway.pid).resident / 1e6);
    }
    const impossible = absurdRows(gateway.database);
    const half = steps / 2;
    return print({
      title: `${(steps * packets).toLocaleString('en')} mutated accounting packets, seed ${seed}`,
      figures: [
        { name: 'sent', samples: perSecond, unit: 'packets/s' },
        {
          name: 'gateway, resident, first half',
          samples: memory.slice(0, half),
          unit: 'MB',
          decimals: 1,
        },
        {
          name: 'gateway, resident, second half',
          samples: memory.slice(half),
          unit: 'MB',
          decimals: 1,
        },
        { name: 'rows with impossible values', samples: [impossible.length], unit: 'rows' },
      ],
      notes: impossible.slice(0, 10),
    });
  } finally {
    await gateway.remove();
  }
}
