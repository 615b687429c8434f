import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../contract/caller.ts';
import { isRecord } from '../../contract/fields.ts';
import { auditedMethods, type AuditRecord, type Gateway } from '../../gateway/gateway.ts';
import type { Endpoint } from '../endpoint.ts';
import { customerKey, normalizeIpAddress } from '../../runtime/ip-address.ts';

const maxFields = 64;

/** The request of a caller, as far as it has come. */
interface Observed {
  readonly caller: Caller;
  fields: readonly string[];
  object: string | null;
}

type Context = Pick<Gateway, 'audit' | 'now'>;

/**
 * Returns what observes the requests of an endpoint that changes something; null: they are not audited.
 *
 * @param prefix  of the routes; the address of a request may have other octets for it
 */
export function auditOf(endpoint: Endpoint, gateway: Context, prefix: string): RequestAudit | null {
  const { method, storesNothing } = endpoint;
  return method === 'GET' || storesNothing
    ? null
    : new RequestAudit({ ...endpoint, method }, gateway, prefix);
}

/** Records the failed authentication of a request that has a credential, at a limited rate. */
export function auditFailedAuthentication(
  { audit, now }: Context,
  request: Pick<FastifyRequest, 'headers' | 'method' | 'ip' | 'id'>,
  path: string,
): void {
  const method = auditedMethods.find((known) => known === request.method);
  if (request.headers.authorization === undefined || !method) return;
  const record: AuditRecord = {
    organization: null,
    datetime: now().getTime(),
    user: null,
    username: '',
    remote_address: normalizeIpAddress(request.ip),
    method,
    path,
    object: null,
    fields: [],
    status: 401,
    outcome: 'refused',
    request_id: request.id,
  };
  audit.addLimited(record, customerKey(request.ip));
}

/** An endpoint whose requests are audited. */
type AuditedEndpoint = Pick<Endpoint, 'path' | 'body' | 'acceptsDataField' | 'auditedFields'> & {
  readonly method: AuditRecord['method'];
};

/** Records each request of an endpoint with its outcome. */
class RequestAudit {
  readonly #endpoint: AuditedEndpoint;
  readonly #gateway: Context;
  /** Prefix of the API: `/gate/api/v1`. */
  readonly #prefix: string;
  readonly #requests = new WeakMap<FastifyRequest, Observed>();
  readonly #fields: ReadonlySet<string>;

  constructor(endpoint: AuditedEndpoint, gateway: Context, prefix: string) {
    this.#endpoint = endpoint;
    this.#gateway = gateway;
    this.#prefix = prefix;
    this.#fields = new Set(Object.keys(fieldsOf(endpoint.body)));
  }

  addCaller(request: FastifyRequest, caller: Caller): void {
    const object = this.#keyIn(request);
    this.#requests.set(request, { caller, fields: [], object });
  }

  /** Notes the names of the fields that the endpoint knows; any other text of a client may be a secret. */
  addBody(request: FastifyRequest, body: unknown): void {
    const observed = this.#requests.get(request);
    if (!observed) return;
    const objects = Array.isArray(body) ? body : [body];
    const names = objects.flatMap((item) => (isRecord(item) ? Object.keys(item) : []));
    observed.fields = [...new Set(names)]
      .filter((name) => this.#fields.has(name))
      .slice(0, maxFields);
  }

  addResult(request: FastifyRequest, result: unknown): void {
    const observed = this.#requests.get(request);
    const id = isRecord(result) ? result['id'] : undefined;
    if (observed && (typeof id === 'number' || typeof id === 'string'))
      observed.object = String(id);
  }

  /** Records the request, once. */
  end(request: FastifyRequest, { statusCode: status }: Pick<FastifyReply, 'statusCode'>): void {
    const observed = this.#requests.get(request);
    if (!observed) return;
    this.#requests.delete(request);
    const { audit, now } = this.#gateway;
    const { path, method, acceptsDataField, auditedFields } = this.#endpoint;
    const { caller, fields, object } = observed;
    const record: AuditRecord = {
      organization: caller.organization,
      datetime: now().getTime(),
      user: caller.user,
      username: caller.username,
      remote_address: normalizeIpAddress(request.ip),
      method,
      path: `${this.#prefix}${path}`,
      object,
      fields,
      status,
      outcome: outcomeOf(status),
      request_id: request.id,
    };
    // Apps and guests have logs of their own.
    const isOfApp = caller.role === 'app' || acceptsDataField;
    if (!isOfApp || (status < 400 && auditedFields.some((name) => fields.includes(name))))
      audit.add(record);
    else if (this.#isRefusedWrite(status)) audit.addLimited(record, `user ${caller.user}`);
  }

  /** True if the role may not call the endpoint, or if it refuses a body that may have an audited field. */
  #isRefusedWrite(status: number): boolean {
    return status === 403 || (status >= 400 && this.#endpoint.auditedFields.length > 0);
  }

  /** Returns the key in the path; in paths of users, whose name may be the key, only a number or a UUID. */
  #keyIn(request: FastifyRequest): string | null {
    const values = Object.values(isRecord(request.params) ? request.params : {});
    const [key] = values.filter((value) => typeof value === 'string');
    if (key === undefined) return null;
    const isName = !/^(?:\d{1,19}|[\da-f-]{36})$/i.test(key);
    return isName && this.#prefix.startsWith('/gate/') ? null : key.slice(0, 255);
  }
}

function fieldsOf(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? properties : {};
}

function outcomeOf(status: number): AuditRecord['outcome'] {
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
