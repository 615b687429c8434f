/** The part of the package `ping` that is used: its reader of Linux' output, which its own types leave out. */
declare module 'ping/lib/parser/linux.js' {
  /** Everything that the output did not say is `unknown`; numbers come as text with three decimals. */
  interface PingResult {
    readonly alive: boolean;
    readonly packetLoss: string;
    readonly min: string;
    readonly avg: string;
    readonly max: string;
  }

  export default class LinuxParser {
    constructor(host: string, config: object);
    /** Takes one line; throws where it cannot make sense of it. */
    eat(line: string): this;
    getResult(): PingResult;
  }
}
