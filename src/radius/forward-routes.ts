import type { Queue } from '../aaa/forward-queue.ts';
import { keyOf } from '../aaa/forward-backlog.ts';
import type { Gateway } from '../gateway.ts';
import type { Retransmission } from '../protocol/radius/retransmission.ts';
import type { Route } from '../protocol/radius/route.ts';
import { UdpRoute } from '../protocol/radius/udp-route.ts';
import type { Receiver } from './forward-receivers.ts';

type Row = Awaited<ReturnType<typeof readRows>>[number];

interface Known {
  readonly version: string;
  readonly receiver: Receiver;
}

export interface Served {
  readonly queue: Queue;
  /** In the order in which they are preferred. */
  readonly receivers: readonly Receiver[];
}

/** A packet is never given up; after this it is sent anew, with a new Acct-Delay-Time, and maybe to somebody else. */
const retransmission: Retransmission = { firstMs: 2_000, longestMs: 8_000, mostTries: 3, patienceMs: 15_000, jitter: 0.1 };

/** The ways to the upstreams that are told of accounting, as they are stored now. */
export class ForwardRoutes {
  readonly #gateway: Gateway;
  readonly #known = new Map<number, Known>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** @returns `old`: whose ways nobody is to take any more, and are to be closed */
  async read(): Promise<{ readonly queues: readonly Served[]; readonly old: readonly Receiver[] }> {
    const rows = await readRows(this.#gateway);
    const before = new Set([...this.#known.values()].map(({ receiver }) => receiver));
    const queues = new Map<string, { queue: Queue; receivers: Receiver[] }>();
    for (const row of rows) {
      const receiver = this.#receiver(row);
      if (!receiver) continue;
      before.delete(receiver);
      const queue = queueOf(row);
      const served = queues.get(keyOf(queue)) ?? { queue, receivers: [] };
      served.receivers.push(receiver);
      queues.set(keyOf(queue), served);
    }
    for (const { id } of before) if (!rows.some((row) => row.id === id)) this.#known.delete(id);
    return { queues: [...queues.values()], old: [...before] };
  }

  /** Whether there is an upstream for a queue, be it switched off. */
  async isKnown({ organization, realm }: Queue): Promise<boolean> {
    const query = this.#gateway.store.db.selectFrom('aaa_upstream').select('realm').where('organization', '=', organization);
    return (await query.execute()).some((row) => (row.realm?.toLowerCase() ?? '') === realm);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#known.values()].map(({ receiver }) => receiver.route.close()));
  }

  #receiver(row: Row): Receiver | null {
    const version = JSON.stringify(row);
    const known = this.#known.get(row.id);
    if (known?.version === version) return known.receiver;
    const route = this.#route(row);
    if (!route) return null;
    const receiver = {
      ...{ id: row.id, name: row.name, route, stripRealm: row.strip_realm === 1 },
      ...{ takesAccounting: row.handles_accounting === 1, takesPortal: row.portal_accounting === 1 },
    };
    this.#known.set(row.id, { version, receiver });
    return receiver;
  }

  #route({ name, address, acct_port: port, secret: sealed }: Row): Route | null {
    try {
      const secret = this.#gateway.vault.open(sealed ?? '', 'aaa_upstream.secret');
      const from = this.#gateway.config.radius.host;
      return new UdpRoute({ host: address, port, secret, from, retransmission });
    } catch (error) {
      this.#gateway.log.error({ err: error, upstream: name }, 'an upstream of accounting can not be used');
      return null;
    }
  }
}

function queueOf({ organization, realm }: Row): Queue {
  return { organization, realm: realm?.toLowerCase() ?? '' };
}

function readRows({ store }: Gateway) {
  return store.db
    .selectFrom('aaa_upstream')
    .select(['id', 'organization', 'name', 'address', 'acct_port', 'transport', 'secret', 'realm', 'strip_realm', 'priority'])
    .select(['handles_accounting', 'portal_accounting'])
    .where('is_active', '=', 1)
    .where((where) => where.or([where('handles_accounting', '=', 1), where('portal_accounting', '=', 1)]))
    .orderBy('priority')
    .orderBy('id')
    .execute();
}
