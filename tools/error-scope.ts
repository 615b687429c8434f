import { AsyncLocalStorage, AsyncResource as NodeResource } from 'node:async_hooks';

/*
 * Tells to which test an error belongs that nobody caught, in place of a module of tap where tap is bundled for the tests. That
 * module follows every promise by hooks, which took a quarter of the processor time of a test with a gateway in its process.
 * Node keeps the context of `AsyncLocalStorage` without hooks.
 */

interface Scope {
  domain: Domain | null;
  readonly above: Scope | null;
}

const scopes = new AsyncLocalStorage<Scope>();

/** What runs in the scope of a resource, and whatever follows from it, is in a scope of its own. */
export class AsyncResource extends NodeResource {
  readonly #scope: Scope = { domain: null, above: scopes.getStore() ?? null };

  override runInAsyncScope<This, Result>(
    work: (this: This, ...given: unknown[]) => Result,
    self: This,
    ...given: unknown[]
  ): Result {
    return super.runInAsyncScope(() => scopes.run(this.#scope, () => work.apply(self, given)));
  }
}

type OnError = (error: unknown, origin: string) => void;

/** Takes the errors of the scope in which it is made, and of those in it that have none, until it is destroyed. */
export class Domain {
  readonly onerror: OnError;
  isDestroyed = false;

  constructor(onerror: OnError) {
    this.onerror = onerror;
    const scope = scopes.getStore();
    if (scope) scope.domain = this;
    else outermost.push(this);
    if (!process.listeners('uncaughtExceptionMonitor').includes(takeError))
      process.on('uncaughtExceptionMonitor', takeError);
  }

  destroy(): void {
    this.isDestroyed = true;
  }
}

/** Domains that were made outside of any scope. */
const outermost: Domain[] = [];

function currentDomain(): Domain | undefined {
  for (let scope = scopes.getStore() ?? null; scope; scope = scope.above)
    if (scope.domain?.isDestroyed === false) return scope.domain;
  return outermost.findLast(({ isDestroyed }) => !isDestroyed);
}

/** Hands an error to its domain, so that it does not end the process, unless the program has a handler of its own. */
function takeError(error: unknown, origin: string): void {
  const isTaken =
    process.hasUncaughtExceptionCaptureCallback() || process.listenerCount('uncaughtException') > 0;
  const domain = isTaken ? undefined : currentDomain();
  if (!domain) return;
  domain.onerror(error, origin);
  process.setUncaughtExceptionCaptureCallback(() => {
    process.setUncaughtExceptionCaptureCallback(null);
  });
}
