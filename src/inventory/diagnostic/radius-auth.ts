import type { Static } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { hideValue, type HidingKey } from '../../protocol/radius/attribute-hiding.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { allValues, firstInteger, packetCode } from '../../protocol/radius/packet.ts';
import { UdpTransport } from '../../protocol/radius/udp-transport.ts';
import { Secret } from '../../contract/secret.ts';
import { stepsOf, type Run } from './diagnostic-run.ts';
import type { diagnosticSchemas } from './diagnostic-schemas.ts';
import { rounded } from './transfer-test.ts';

/* A login at a RADIUS server, as `radtest` makes one: PAP, with a Message-Authenticator. */

type Keys = Static<(typeof diagnosticSchemas)['radius_auth']>;

const slackMs = 5000;
const tries = 2;

const answers: Readonly<Record<number, string>> = {
  [packetCode.accessAccept]: 'Access-Accept',
  [packetCode.accessReject]: 'Access-Reject',
  [packetCode.accessChallenge]: 'Access-Challenge',
};

/** Logs in. A reject is a result. @throws Fault `timeout` without a valid reply */
export async function runRadiusAuth(keys: Keys, run: Run) {
  const { resolve, runStep } = stepsOf(run);
  const { port, timeout: timeoutMs } = keys;
  const host = await resolve(keys.host);
  const dropped = new Set<string>();
  const transport = new UdpTransport({
    host,
    port,
    secret: new Secret(keys.secret),
    retransmission: {
      initialIntervalMs: timeoutMs / tries,
      maxIntervalMs: timeoutMs,
      maxTries: tries,
      timeoutMs,
      jitter: 0,
    },
    onDropped: (reason) => dropped.add(reason),
  });
  const startedAt = performance.now();
  try {
    const reply = await runStep({ name: 'radius_auth', timeoutMs: timeoutMs + slackMs }, (signal) =>
      transport.sendRequest({
        code: packetCode.accessRequest,
        encodeAttributes: (key) => encodeLogin(keys, key),
        signal,
      }),
    );
    if (!reply) throw new Fault('timeout', silenceText(`${host} port ${port}`, dropped));
    const { packet } = reply;
    return {
      ip_address_used: host,
      answer: answers[packet.code] ?? null,
      response_time: rounded(performance.now() - startedAt),
      reply_message: allValues(packet, attributeType.replyMessage).map(String).join(''),
      session_timeout: firstInteger(packet, attributeType.sessionTimeout),
    };
  } finally {
    await transport.close();
  }
}

/** Servers do not answer whom they do not know, and a wrong secret makes the answer of the server unreadable. */
function silenceText(server: string, dropped: ReadonlySet<string>): string {
  if (dropped.has('authenticator') || dropped.has('message_authenticator'))
    return `${server} answers, but not with this secret`;
  if (dropped.has('message_authenticator_missing'))
    return `${server} answers without Message-Authenticator (CVE-2024-3596)`;
  return `no answer from ${server}: it is away, does not know the gateway as a client, or has another secret`;
}

function encodeLogin({ username, password, nas_identifier }: Keys, key: HidingKey): Buffer {
  return Buffer.concat([
    attribute(attributeType.userName, Buffer.from(username)),
    attribute(attributeType.userPassword, hideValue(Buffer.from(password), key)),
    attribute(attributeType.nasIdentifier, Buffer.from(nas_identifier)),
  ]);
}

function attribute(type: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type, value.length + 2]), value]);
}
