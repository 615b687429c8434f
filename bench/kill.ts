import { GatewayProcess } from '../test/gateway-process.ts';
import { killRound, type Answered } from '../test/peers/kill-rounds.ts';
import { print } from './figures.ts';
import { sized } from './scale.ts';

const secret = 'a-secret-of-22-octets!';
const rounds = sized(200, 1);

/** Kills the gateway repeatedly under load and checks each time that every answered packet is in the store. */
export async function kill(signal: AbortSignal): Promise<string> {
  const gateway = await GatewayProcess.start({ GATEHOUSE_LOG_LEVEL: 'error' });
  const answered: Answered = new Map();
  const answers: number[] = [];
  const lost: number[] = [];
  try {
    await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      const found = await killRound(gateway, { name: `round-${round}`, secret, answered });
      answers.push(found.answers);
      lost.push(found.missing.length);
    }
  } finally {
    await gateway.remove();
  }
  return print({
    title: `${rounds} kills (SIGKILL) under load`,
    figures: [
      { name: 'packets answered before a kill', samples: answers, unit: 'packets' },
      { name: 'answered, but not in the store after the kill', samples: lost, unit: 'sessions' },
    ],
    notes: [`${answered.size} sessions in all`],
  });
}
