/** The parts of node-netconf 1.1.2 that netconf.ts builds on; the rest of its Client must not be reached. */
declare module 'node-netconf' {
  import type { EventEmitter } from 'node:events';

  type Callback<Reply> = (
    ...answer: [error: Error, reply: undefined] | [error: null, reply: Reply]
  ) => void;

  export class Client<Reply> extends EventEmitter {
    constructor(params: Readonly<Record<string, never>>);

    /**
     * Builds `<rpc>` from an object in xml2js's notation, writes the next message-id into it and hands it to `_send`.
     * It changes the object. An object that cannot be written as XML goes to the callback.
     */
    rpc(request: object, callback: Callback<Reply>): void;

    /** Bound to the instance by the constructor; `xml` ends in `\n]]>]]>`. */
    protected _send(xml: string, messageId: number, callback: Callback<Reply>): void;
  }
}
