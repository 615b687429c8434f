import { Fault } from '../../contract/errors.ts';
import { Places } from '../core/places.ts';
import type { Conversation } from './conversation.ts';
import type { Owner } from './start-states.ts';

/** Conversations of one device: a device that starts again leaves the former one behind. */
const maxOfStation = 4;

interface Limits {
  /** Of all clients. */
  readonly maxConversations: number;
  /** Time after which a conversation without a response of the device ends, in milliseconds. */
  readonly idleMs: number;
  /** Returns milliseconds that never go backwards. */
  readonly now: () => number;
  /** Called with a conversation that has ended because of its time, or because its device has started further ones. */
  readonly onAbandoned: (conversation: Conversation) => void;
}

interface Entry {
  readonly conversation: Conversation;
  readonly owner: Owner;
  usedAt: number;
}

/** The open conversations, by State. */
export class Conversations {
  readonly #limits: Limits;
  /** The one that has been idle for longest is first. */
  readonly #entries = new Map<string, Entry>();
  /** One client may hold half of all. */
  readonly #ofClients: Places;
  /** States by device, the oldest first. */
  readonly #ofStations = new Map<string, Set<string>>();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#ofClients = new Places(Math.ceil(limits.maxConversations / 2));
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Finds a conversation of a client, which stays open for a further time. */
  find(state: string, client: number): Conversation | null {
    const entry = this.#entries.get(state);
    if (entry?.owner.client !== client) return null;
    if (this.#limits.now() - entry.usedAt > this.#limits.idleMs) return null;
    entry.usedAt = this.#limits.now();
    this.#entries.delete(state);
    this.#entries.set(state, entry);
    return entry.conversation;
  }

  /** Adds a conversation. @throws Fault `overloaded` if all of them, or those of the client, are too many */
  add(state: string, owner: Owner, conversation: Conversation): void {
    const isFull = this.#entries.size >= this.#limits.maxConversations;
    if (isFull || !this.#ofClients.take(owner.client))
      throw new Fault('overloaded', `${this.#entries.size} conversations of EAP are open`);
    this.#addToStation(state, owner);
    this.#entries.set(state, { conversation, owner, usedAt: this.#limits.now() });
  }

  /** Removes a conversation and frees its memory. */
  remove(state: string): void {
    const entry = this.#entries.get(state);
    if (!entry) return;
    const { owner, conversation } = entry;
    this.#entries.delete(state);
    this.#ofClients.release(owner.client);
    const key = stationKey(owner);
    const states = key === null ? undefined : this.#ofStations.get(key);
    states?.delete(state);
    if (key !== null && states?.size === 0) this.#ofStations.delete(key);
    conversation.close();
  }

  /** Ends the conversations whose time is over. */
  sweep(): void {
    for (const [state, { usedAt }] of this.#entries) {
      if (this.#limits.now() - usedAt <= this.#limits.idleMs) return;
      this.#abandon(state);
    }
  }

  #addToStation(state: string, owner: Owner): void {
    const key = stationKey(owner);
    if (key === null) return;
    const states = this.#ofStations.get(key) ?? new Set();
    const [oldest] = states;
    if (oldest !== undefined && states.size >= maxOfStation) this.#abandon(oldest);
    states.add(state);
    this.#ofStations.set(key, states);
  }

  #abandon(state: string): void {
    const entry = this.#entries.get(state);
    this.remove(state);
    if (entry) this.#limits.onAbandoned(entry.conversation);
  }
}

function stationKey({ client, station }: Owner): string | null {
  return station === null ? null : `${client}/${station}`;
}
