/** Why a gateway does not start, where no restart helps: a person has to mend its configuration, its key or its store. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}
