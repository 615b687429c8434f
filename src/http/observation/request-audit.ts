import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../contract/caller.ts';
import { isRecord } from '../../contract/fields.ts';
import type { AuditRecord, Gateway } from '../../gateway/gateway.ts';
import type { Endpoint } from '../endpoint.ts';
import { normalizeIpAddress } from '../../runtime/ip-address.ts';

const maxFields = 64;

/** The request of a caller, as far as it has come. */
interface Observed {
  readonly caller: Caller;
  fields: readonly string[];
  object: string | null;
}

/**
 * Returns what observes the requests of an endpoint that changes something; null: they are not audited. Apps and guests have
 * logs of their own.
 *
 * @param prefix  of the routes; the address of a request may have other octets for it
 */
export function auditOf(
  endpoint: Endpoint,
  gateway: Pick<Gateway, 'audit' | 'now'>,
  prefix: string,
): RequestAudit | null {
  const { method } = endpoint;
  return method === 'GET' || endpoint.acceptsDataField
    ? null
    : new RequestAudit({ ...endpoint, method }, gateway, prefix);
}

/** An endpoint whose requests are audited. */
type AuditedEndpoint = Pick<Endpoint, 'path' | 'body'> & {
  readonly method: AuditRecord['method'];
};

/** Records each request of an endpoint with its outcome. */
class RequestAudit {
  readonly #endpoint: AuditedEndpoint;
  readonly #gateway: Pick<Gateway, 'audit' | 'now'>;
  /** Prefix of the API: `/gate/api/v1`. */
  readonly #prefix: string;
  readonly #requests = new WeakMap<FastifyRequest, Observed>();
  readonly #fields: ReadonlySet<string>;

  constructor(endpoint: AuditedEndpoint, gateway: Pick<Gateway, 'audit' | 'now'>, prefix: string) {
    this.#endpoint = endpoint;
    this.#gateway = gateway;
    this.#prefix = prefix;
    this.#fields = new Set(Object.keys(fieldsOf(endpoint.body)));
  }

  addCaller(request: FastifyRequest, caller: Caller): void {
    if (caller.role === 'app') return;
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
    const { caller, fields, object } = observed;
    this.#gateway.audit.add({
      organization: caller.organization,
      datetime: this.#gateway.now().getTime(),
      user: caller.user,
      username: caller.username,
      remote_address: normalizeIpAddress(request.ip),
      method: this.#endpoint.method,
      path: `${this.#prefix}${this.#endpoint.path}`,
      object,
      fields,
      status,
      outcome: outcomeOf(status),
    });
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
