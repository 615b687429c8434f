/** A field of BER (ITU-T X.690). Tests use it to turn one real datagram into another. */
export interface Field {
  readonly tag: number;
  /** Octets, or the fields inside. */
  readonly contents: Buffer | readonly Field[];
}

export const sequence = 0x30;
export const integer = 0x02;
export const octets = 0x04;

const constructed = 0x20;

/** Reads one field, and the fields inside it. */
export function decode(datagram: Buffer): Field {
  const [field] = fieldsOf(datagram);
  if (field === undefined) throw new Error('no field in no octets');
  return field;
}

export function encode({ tag, contents }: Field): Buffer {
  const inside = Buffer.isBuffer(contents) ? contents : Buffer.concat(contents.map(encode));
  const length =
    inside.length < 0x80 ? [inside.length] : [0x82, inside.length >> 8, inside.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), inside]);
}

/** Returns the field inside a field, by its position at each level. */
export function at(field: Field, ...path: readonly number[]): Field {
  let found = field;
  for (const position of path) {
    const inside = Buffer.isBuffer(found.contents) ? undefined : found.contents[position];
    if (inside === undefined) throw new Error(`no field ${path.join('.')}`);
    found = inside;
  }
  return found;
}

/** Returns the field with one inside it replaced. */
export function exchange(field: Field, path: readonly number[], by: Field): Field {
  const [position, ...deeper] = path;
  if (position === undefined) return by;
  if (Buffer.isBuffer(field.contents)) throw new Error('no fields inside');
  return {
    ...field,
    contents: field.contents.map((inside, index) =>
      index === position ? exchange(inside, deeper, by) : inside,
    ),
  };
}

export function number(value: number): Field {
  return { tag: integer, contents: Buffer.from([value]) };
}

export function text(value: string): Field {
  return { tag: octets, contents: Buffer.from(value) };
}

function fieldsOf(octetsOfFields: Buffer): Field[] {
  const fields: Field[] = [];
  for (let start = 0; start < octetsOfFields.length;) {
    const tag = octetsOfFields.readUInt8(start);
    const short = octetsOfFields.readUInt8(start + 1);
    const lengthOctets = short < 0x80 ? 0 : short & 0x7f;
    const begin = start + 2 + lengthOctets;
    const end =
      begin + (lengthOctets === 0 ? short : octetsOfFields.readUIntBE(start + 2, lengthOctets));
    const contents = octetsOfFields.subarray(begin, end);
    fields.push({ tag, contents: (tag & constructed) === 0 ? contents : fieldsOf(contents) });
    start = end;
  }
  return fields;
}
