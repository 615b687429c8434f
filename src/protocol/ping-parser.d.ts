/** Parser of the package `ping` for the output of Linux, which the package's own types omit. */
declare module 'ping/lib/parser/linux.js' {
  /** Values missing in the output are `unknown`; numbers are text with three decimals. */
  interface PingResult {
    readonly alive: boolean;
    readonly packetLoss: string;
    readonly min: string;
    readonly avg: string;
    readonly max: string;
  }

  export default class LinuxParser {
    constructor(host: string, config: object);
    /** Parses one line. @throws Error for an unknown line */
    eat(line: string): this;
    getResult(): PingResult;
  }
}
