/** Variables of one GET request. A caller that keeps it has their names encoded once. */
export class VariableList {
  /** Names, dotted. Not readonly only because of the types of net-snmp. */
  readonly oids: string[];
  /** The variable bindings of a request as they are on the wire, with tag and length; null: not encoded yet. */
  bindings: Buffer | null = null;

  constructor(oids: readonly string[]) {
    this.oids = [...oids];
  }
}

/** Variables that fit into a request. */
const maxVariables = 20;

/** Divides variables into the lists of several requests. */
export function variableLists(oids: readonly string[]): readonly VariableList[] {
  const lists: VariableList[] = [];
  for (let at = 0; at < oids.length; at += maxVariables)
    lists.push(new VariableList(oids.slice(at, at + maxVariables)));
  return lists;
}
