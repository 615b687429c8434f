/* What the console knows of a collection: its build takes it from the OpenAPI document. */

type FieldType = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'any';

/** A field of the rows, or of the body that makes one. */
export interface FieldSchema {
  readonly name: string;
  readonly type: FieldType;
  readonly format: string | null;
  readonly choices: readonly string[] | null;
  readonly isNullable: boolean;
  readonly isRequired: boolean;
  /** Only in the body: a secret, or something that makes the row. */
  readonly isWriteOnly: boolean;
  /** Only in the reply. */
  readonly isReadOnly: boolean;
  /** Value of a new row. */
  readonly initial: unknown;
  readonly description: string;
}

/** A parameter of the list. */
interface FilterSchema {
  readonly name: string;
  readonly type: FieldType;
  readonly choices: readonly string[] | null;
}

export interface ResourceSchema {
  readonly fields: readonly FieldSchema[];
  readonly filters: readonly FilterSchema[];
  /** Names that the list may be ordered by. */
  readonly orders: readonly string[];
  /** True if the list is also served as CSV. */
  readonly hasCsv: boolean;
}
