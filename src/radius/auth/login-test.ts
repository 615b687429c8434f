import { AsyncLocalStorage } from 'node:async_hooks';
import type { DecisionLog, DecisionRow } from '../../aaa/policy/decision-log.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { LoginTest, TestedLogin } from '../../gateway/login-test.ts';
import { hideValue, type HidingKey } from '../../protocol/radius/attribute-hiding.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { packetCode, readPacket } from '../../protocol/radius/packet.ts';
import { encodeRequest } from '../../protocol/radius/request-encoder.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import type { Client, Clients } from '../core/clients.ts';
import { maskedItemsOf } from '../core/decision-row.ts';
import type { PacketService, ServiceReply } from '../core/radius-request.ts';

type Log = Pick<DecisionLog, 'add'>;

interface LoginTestContext {
  readonly gateway: Pick<Gateway, 'now'>;
  readonly clients: Clients;
  readonly decisionLog: Log;
  /** Creates the service of Access-Requests that adds its decisions to a log. */
  readonly createService: (log: Log) => PacketService<ServiceReply>;
}

/**
 * Returns the function that tries logins out: by the service that answers the Access-Requests of clients, with a packet that is
 * signed and hidden with the secret of the client, but came from nowhere and has its reply sent nowhere.
 */
export function createLoginTest(
  context: LoginTestContext,
): (test: LoginTest) => Promise<TestedLogin | null> {
  const made = new AsyncLocalStorage<DecisionRow[]>();
  const service = context.createService({
    add(row) {
      made.getStore()?.push(row);
      context.decisionLog.add(row);
    },
  });
  return async (test) => {
    const client = await findClient(context.clients, test.client);
    if (!client) return null;
    const packet = readPacket(encodeLogin(test, client));
    if (typeof packet === 'string') throw new Error(`the test login is malformed: ${packet}`);
    const peer = { address: test.address, port: 0 };
    const request = { packet, client, peer, receivedAt: context.gateway.now() };
    return made.run([], async () => {
      const { result } = await service.serve(request);
      const isAccepted = result === 'accepted' || result === 'proxied_accept';
      return testedLogin(made.getStore()?.at(-1), isAccepted);
    });
  };
}

/** Finds a client that may have been created a moment ago. */
async function findClient(clients: Clients, id: number): Promise<Client | undefined> {
  const known = clients.findById(id);
  if (known) return known;
  await clients.reloadForUnknown();
  return clients.findById(id);
}

function encodeLogin({ username, password, station }: LoginTest, { secret }: Client): Buffer {
  const text = (type: number, value: string) =>
    encodeAttribute(type, Buffer.from(value)) ?? Buffer.alloc(0);
  const encodeAttributes = (key: HidingKey) =>
    Buffer.concat([
      text(attributeType.userName, username),
      encodeAttribute(attributeType.userPassword, hideValue(Buffer.from(password.reveal()), key)) ??
        Buffer.alloc(0),
      ...(station === null ? [] : [text(attributeType.callingStationId, station)]),
    ]);
  return encodeRequest(
    { code: packetCode.accessRequest, encodeAttributes },
    { identifier: 0, secret },
  );
}

/** A challenge of an upstream is no decision: a device would be asked further. */
function testedLogin(row: DecisionRow | undefined, isAccepted: boolean): TestedLogin {
  return {
    isAccepted,
    method: row?.method ?? 'proxy',
    reason: row?.reason ?? 'the upstream asks a further question',
    upstream: row?.upstream ?? null,
    profile: row?.profile_name ?? null,
    attributes: row ? maskedItemsOf(row) : [],
  };
}
