import { EapNas, firstFlight, openConversation } from './eap-station.ts';
import { memoryOf } from './proc.ts';
import { print } from './figures.ts';
import { secret } from './radius-gateway.ts';
import type { Server } from './radius-run.ts';
import { sized } from './scale.ts';

const conversations = sized(10_000, 20);
const atATime = sized(64, 8);

/** Measures the memory of conversations whose devices have sent their first flight only. */
export async function memoryOfOpenConversations(
  servers: readonly Server[],
  signal: AbortSignal,
): Promise<string> {
  const figures = [];
  for (const server of servers) {
    const [pid = 0] = server.pids;
    const before = memoryOf(pid).resident;
    const seconds = await open(server, signal);
    const grown = memoryOf(pid).resident - before;
    figures.push(
      { name: server.name, samples: [grown / conversations / 1024], unit: 'KiB a conversation' },
      { name: '  resident before', samples: [before / 1e6], unit: 'MB' },
      { name: '  resident with all', samples: [(before + grown) / 1e6], unit: 'MB' },
      { name: '  opened within', samples: [seconds], unit: 's', decimals: 1 },
    );
  }
  return print({ title: `${conversations} open conversations of EAP`, figures });
}

/** Opens all conversations. @returns the seconds that it takes */
async function open({ port }: Server, signal: AbortSignal): Promise<number> {
  const nas = await EapNas.open(port, secret);
  const hello = await firstFlight();
  const began = performance.now();
  let next = 0;
  const one = async () => {
    while (next < conversations) {
      signal.throwIfAborted();
      next += 1;
      await openConversation(nas, `device ${next}`, hello);
    }
  };
  try {
    await Promise.all(Array.from({ length: atATime }, one));
  } finally {
    nas.close();
  }
  return (performance.now() - began) / 1000;
}
