import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/*
 * A hotel system on loopback that speaks FIAS as its interface specification describes the side of the hotel: it accepts one
 * link, starts it, confirms it once it is described, sends the guests in house when it is asked, and answers charges. Of records
 * that the link has not described (LR) it sends and takes none.
 */

export interface PmsGuest {
  readonly room: string;
  readonly reservation: string;
  readonly name: string;
  readonly first?: string;
  /** YYMMDD */
  readonly departure?: string;
  readonly noPost?: boolean;
}

type Fields = Readonly<Record<string, string>>;

export interface FakePms {
  readonly port: number;
  /** The guests in house, which a resynchronization sends. */
  guests: readonly PmsGuest[];
  /** Octets of each record that has been received, as text between STX and ETX. */
  readonly received: readonly string[];
  /** The answer to a charge: the fields of its PA, or null for none. */
  answerPosting: (fields: Fields) => Fields | null;
  /** False: it does not confirm a link. */
  confirms: boolean;
  /** Sends a record in the encoding of names. */
  readonly send: (record: string) => void;
  readonly checkIn: (guest: PmsGuest) => void;
  readonly checkOut: (guest: PmsGuest) => void;
  /** Resolves once so many records have been received that match. */
  readonly heard: (pattern: RegExp, count?: number) => Promise<readonly string[]>;
  /** Resolves once the connection is closed. */
  readonly gone: () => Promise<void>;
  /** Resets the connection. */
  readonly drop: () => void;
  /** Stops listening, and resets the connection. */
  readonly stop: () => Promise<void>;
  /** Listens again, at the same port. */
  readonly start: () => Promise<void>;
}

const stamp = 'DA261128|TI120000|';

export async function startFakePms(encoding: 'utf8' | 'latin1' = 'utf8'): Promise<FakePms> {
  const received: string[] = [];
  const waiting = new Set<() => void>();
  let open: Socket | null = null;
  /** Ids of the records that the link has described; null: it is not described yet. */
  let described: Set<string> | null = null;
  const frame = (record: string) =>
    Buffer.concat([Buffer.from([2]), Buffer.from(record, encoding), Buffer.from([3])]);
  const send = (record: string) => {
    open?.write(frame(record));
  };
  const sendDescribed = (record: string) => {
    if (described?.has(record.slice(0, 2))) send(record);
  };
  const giOf = (guest: PmsGuest, id = 'GI') => {
    const departure = guest.departure === undefined ? '' : `GD${guest.departure}|`;
    return `${id}|RN${guest.room}|G#${guest.reservation}|GSN|GN${guest.name}|GF${guest.first ?? ''}|GLEN|GA261127|${departure}NP${guest.noPost === true ? 'Y' : 'N'}|`;
  };
  const answers: Readonly<Record<string, (fields: Fields) => void>> = {
    LS: () => undefined,
    LD: () => {
      described = new Set();
    },
    LR: ({ RI = '' }) => {
      described?.add(RI);
    },
    LA: () => {
      if (described && pms.confirms) send(`LA|${stamp}`);
    },
    DR: () => {
      send(`DS|${stamp}`);
      for (const guest of pms.guests) sendDescribed(`${giOf(guest)}SF|`);
      send(`DE|${stamp}`);
    },
    PS: (fields) => {
      const answer = described?.has('PS') ? pms.answerPosting(fields) : null;
      if (!answer) return;
      const text = Object.entries(answer).map(([field, value]) => `${field}${value}|`);
      sendDescribed(`PA|RN${fields['RN'] ?? ''}|P#${fields['P#'] ?? ''}|${text.join('')}${stamp}`);
    },
  };
  const receive = (record: string) => {
    received.push(record);
    const [id = '', ...parts] = record.split('|');
    answers[id]?.(Object.fromEntries(parts.map((part) => [part.slice(0, 2), part.slice(2)])));
    for (const wake of waiting) wake();
  };
  const server = createServer((socket) => {
    open = socket;
    described = null;
    let rest = '';
    socket.setEncoding(encoding);
    socket.on('data', (text) => {
      rest += String(text);
      for (let end = rest.indexOf('\u0003'); end >= 0; end = rest.indexOf('\u0003')) {
        receive(rest.slice(rest.indexOf('\u0002') + 1, end));
        rest = rest.slice(end + 1);
      }
    });
    socket.on('error', () => undefined);
    send(`LS|${stamp}`);
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const drop = () => {
    open?.resetAndDestroy();
    open = null;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const pms: FakePms = {
    port,
    guests: [],
    received,
    answerPosting: () => ({ AS: 'OK', CT: 'Posted' }),
    confirms: true,
    send,
    checkIn(guest) {
      pms.guests = [...pms.guests, guest];
      sendDescribed(giOf(guest));
    },
    checkOut(guest) {
      pms.guests = pms.guests.filter(({ reservation }) => reservation !== guest.reservation);
      sendDescribed(`GO|RN${guest.room}|G#${guest.reservation}|GSN|`);
    },
    heard: (pattern, count = 1) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.filter((record) => pattern.test(record));
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async gone() {
      if (open && !open.closed) await once(open, 'close');
    },
    drop,
    async stop() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
    start: () => listen(port),
  };
  return pms;
}
