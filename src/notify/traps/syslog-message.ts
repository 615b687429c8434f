/* Syslog messages as devices send them: RFC 5424, RFC 3164, and similar formats. */

export interface SyslogMessage {
  readonly facility: number;
  readonly severity: (typeof severities)[number];
  /** APP-NAME, or the tag; null: not present. */
  readonly app: string | null;
  readonly text: string;
}

const severities = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'] as const;

/** user.notice, as RFC 3164 section 4.3.3 has it for a message without a priority. */
const usualPriority = 13;
const maxPriority = 191;
/** Longest part of a message that is read. */
export const maxOctets = 16_384;

const header5424 =
  /^1 \S{1,64} \S{1,255} ([!-~]{1,48}) \S{1,128} \S{1,32} (?:-|(?:\[(?:[^\]\\]|\\.)*\])+) ?/;
const header3164 = /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?:\S{1,255} )?/;
const tag = /^([\w./-]{1,48})(?:\[[^\]]{0,48}\])?: ?/;

/** Reads a message; a datagram of any form is one. */
export function readSyslogMessage(octets: Buffer): SyslogMessage {
  const all = withoutLineEnds(octets.subarray(0, maxOctets)).toString('utf8');
  const [prefix = '', digits = ''] = /^<(\d{1,3})>/.exec(all) ?? [];
  const given = Number(digits);
  const isGiven = digits !== '' && given <= maxPriority;
  const priority = isGiven ? given : usualPriority;
  const { app, text } = readBody(isGiven ? all.slice(prefix.length) : all);
  return {
    facility: priority >> 3,
    severity: severities[priority & 7] ?? 'notice',
    app,
    text,
  };
}

/** Cuts what some devices end a message with; a pattern would take quadratic time. */
function withoutLineEnds(octets: Buffer): Buffer {
  return octets.subarray(0, octets.findLastIndex((octet) => !lineEnds.has(octet)) + 1);
}

const lineEnds: ReadonlySet<number> = new Set(Buffer.from('\0\r\n'));

function readBody(body: string): Pick<SyslogMessage, 'app' | 'text'> {
  const [newer, name] = header5424.exec(body) ?? [];
  if (newer !== undefined)
    return {
      app: name === undefined || name === '-' ? null : name,
      text: body.slice(newer.length).replace(/^\uFEFF/, ''),
    };
  const content = body.replace(header3164, '');
  const [label = '', app = null] = tag.exec(content) ?? [];
  return { app, text: content.slice(label.length) };
}
