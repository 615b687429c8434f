import type { Gateway } from '../../gateway/gateway.ts';
import type { FiasLink } from '../../protocol/fias/fias-link.ts';
import type { FiasRecord } from '../../protocol/fias/fias-record.ts';
import type { Statement } from '../../store/store.ts';
import type { StoredLink } from './link-store.ts';
import {
  claimDuePostings,
  findReservation,
  findSentPosting,
  logPosting,
  recordAnswer,
  recordUnconfirmed,
  type DuePosting,
} from './posting-store.ts';

type Parts = Pick<Gateway, 'store' | 'now' | 'log' | 'clock'>;

const maxDetail = 500;

/** What the answers of the field AS (answer status) mean. */
const meanings: Readonly<Record<string, string>> = {
  NG: 'there is no such guest',
  NP: 'no charge may be posted to the room',
  NR: 'there is no such room',
  NF: 'the feature is not there',
  NA: 'the night audit runs',
  CO: 'the guest has checked out',
  OV: 'the credit of the guest is used up',
  UR: 'the request cannot be processed',
  IA: 'the account is not valid',
  RY: 'the hotel system was busy',
};

/** Sends the charges of a link, each once, and records the answers. */
export class Postings {
  readonly #parts: Parts;
  readonly #link: StoredLink;
  /** The hotel system posts no charge while its day changes. */
  #isNightAudit = false;
  /** False: charges that were sent on an earlier connection have to be given up first. */
  #isTidy = false;

  constructor(parts: Parts, link: StoredLink) {
    this.#parts = parts;
    this.#link = link;
  }

  /** Sends what is due. @throws Fault of the store */
  async send(link: FiasLink): Promise<void> {
    if (!this.#isTidy) await this.#giveUp();
    if (this.#isNightAudit || this.#link.charge === null) return;
    const { store } = this.#parts;
    for (const posting of await claimDuePostings(store, this.#link.id)) {
      await store.write([this.#entry(posting, 'pp', '')]);
      const record = await this.#recordOf(posting);
      const fields = { ...record.fields, ...link.stamp() };
      if (link.isAlive) link.send({ ...record, fields });
    }
  }

  /** Handles the records of charges, and those of the night audit. @throws Fault of the store */
  async receive(records: readonly FiasRecord[]): Promise<void> {
    for (const { id, fields } of records)
      if (id === 'NS') this.#isNightAudit = true;
      else if (id === 'NE') this.#isNightAudit = false;
      else if (id === 'PA') await this.#answer(fields);
  }

  /** The connection has ended. */
  end(): void {
    this.#isTidy = false;
    this.#isNightAudit = false;
  }

  async #giveUp(): Promise<void> {
    const { store, log, now } = this.#parts;
    const count = await recordUnconfirmed(store, this.#link.id);
    this.#isTidy = true;
    if (count === 0) return;
    const detail = `${count} charges were sent to the hotel system, which has not answered; look for them there`;
    log.warn({ link: this.#link.name, charges: count }, `hotel system: ${detail}`);
    const entry = { type: 'er', detail, user: null, at: now() } as const;
    await store.write([logPosting(store, this.#link, entry)]);
  }

  async #recordOf({ id, room, amount, text, guest }: DuePosting): Promise<FiasRecord> {
    const reservation = await findReservation(this.#parts.store, guest);
    return {
      id: 'PS',
      fields: {
        RN: room,
        ...(reservation !== undefined && !reservation.includes(' ') && { 'G#': reservation }),
        // C: a direct charge, whose amount is the total.
        PT: 'C',
        TA: String(amount),
        'P#': String(id),
        ...(text !== null && { CT: text }),
      },
    };
  }

  async #answer(fields: Readonly<Record<string, string>>): Promise<void> {
    const { store, now } = this.#parts;
    const { AS: status = '', 'P#': number = '', CT: words = '' } = fields;
    const found = await findSentPosting(store, this.#link.id, Number(number) || 0);
    if (!found) return;
    const isPosted = status === 'OK';
    const said = [status, words || meanings[status]].filter((part) => part).join(': ');
    const at = now();
    const answer = isPosted ? 'pc' : 'pf';
    await store.write([
      recordAnswer(store, found.id, { isPosted, answer: said, at }),
      this.#entry(found, answer, isPosted ? '' : ` - ${said}`),
    ]);
  }

  #entry(
    { room, amount, user }: Pick<DuePosting, 'room' | 'amount' | 'user'>,
    type: 'pp' | 'pc' | 'pf',
    more: string,
  ): Statement {
    const { store, now } = this.#parts;
    const detail = `room ${room}: ${amount}${more}`.slice(0, maxDetail);
    return logPosting(store, this.#link, { type, detail, user, at: now() });
  }
}
