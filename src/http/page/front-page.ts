import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../../gateway/gateway.ts';
import { packageVersion } from '../../runtime/package-root.ts';

interface Link {
  readonly path: string;
  readonly text: string;
}

const links: readonly Link[] = [
  { path: '/console/', text: 'Console: the work of a day, for administrators and the front desk' },
  { path: '/docs/', text: 'Guides: installation, operation, devices, portal, command line' },
  { path: '/control/api/v1/docs/', text: 'Device control: documentation, and operations to try' },
  { path: '/control/api/v1/openapi.json', text: 'Device control: OpenAPI document' },
  { path: '/gate/api/v1/docs/', text: 'Access control: documentation, and operations to try' },
  { path: '/gate/api/v1/openapi.json', text: 'Access control: OpenAPI document' },
  { path: '/portal/', text: 'Portal for guests' },
  { path: '/readyz', text: 'State of the parts' },
  { path: '/healthz', text: 'Health' },
  { path: '/metrics', text: 'Metrics for Prometheus' },
];

const authorityLink = { path: '/ca.crt', text: 'Certificate of the CA of this gateway' };

/**
 * Adds `GET /`: leads browsers to the console. For others, and without the console, it says what this is, its version and
 * state, and where everything else is. No token is needed.
 */
export function addFrontPage(
  app: FastifyInstance,
  { config }: Pick<Gateway, 'config'>,
  isReady: () => Promise<boolean>,
): void {
  const { enabled, certificate, acme } = config.http.tls;
  const hasAuthority = enabled && certificate === '' && acme.directory === '';
  const present = links.filter(({ path }) => config.console.enabled || path !== '/console/');
  const shown = hasAuthority ? [...present, authorityLink] : present;
  app.get('/', async ({ headers }, reply) => {
    void reply.headers({ 'cache-control': 'no-store', vary: 'accept' });
    if (config.console.enabled && headers.accept?.includes('text/html'))
      return reply.redirect('console/');
    return reply.type('text/html; charset=utf-8').send(frontPage(shown, await isReady()));
  });
}

function frontPage(shown: readonly Link[], isReady: boolean): string {
  const items = shown.map(({ path, text }) => `<li><a href="${path}">${text}</a> ${path}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse</title>
</head>
<body>
<h1>Gatehouse</h1>
<p>Gateway for access networks: device control, access control and RADIUS.</p>
<p>Version ${packageVersion}; ${isReady ? 'ready' : 'not ready: see the state of the parts'}.</p>
<ul>
${items.join('\n')}
</ul>
<p>Requests to the APIs need a token: <code>Authorization: Bearer TOKEN</code>.</p>
</body>
</html>
`;
}
