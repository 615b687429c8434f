import tap, { test } from 'tap';
import { GatewayProcess, type Json } from '../../gateway-process.ts';
import { canRunOpenNds, startOpenNds } from '../../peers/opennds.ts';

/* The redirect, the page and the token of a login against openNDS as Debian ships it, which lets the device in. */

const path = '/portal/';
const faskey = 'a-key-of-the-FAS';

test(
  'openNDS sends a device to the page, and lets it in with the token that the login gives',
  { skip: canRunOpenNds() ? false : 'needs root, for a network of its own' },
  async (t) => {
    const gateway = await GatewayProcess.start({
      GATEHOUSE_HTTP_HOST: '0.0.0.0',
      GATEHOUSE_POLLING_ENABLED: 'false',
    });
    tap.teardown(() => gateway.remove());
    const peer = await startOpenNds({ port: gateway.httpPort, path, faskey });
    tap.teardown(() => peer.stop());
    const gate = async (name: string, body: Json) =>
      (await gateway.gate('POST', name, body)).status;
    const page = { name: 'lobby', login_kinds: ['voucher'] };
    t.same(
      [
        await gate('/access_point/', { name: 'router', mac: peer.routerMac }),
        await gate('/portal_page/', page),
        await gate('/user_token/', { kind: 'network', username: 'OPEN-NDS', time: 600 }),
        await gate('/portal_controller/', { name: 'nds', vendor: 'opennds', secret: faskey }),
      ],
      [201, 201, 201, 201],
    );
    const site = `http://${peer.hostAddress}:${gateway.httpPort}/healthz`;
    const fetchSite = () =>
      peer.curl(
        '-o',
        '/dev/null',
        '-w',
        '%{http_code} %{redirect_url}',
        '--connect-timeout',
        '2',
        'http://192.0.2.1/a',
      );
    const [status, redirect = ''] = (await fetchSite()).split(' ');
    t.equal(status, '307');
    t.match(redirect, `http://${peer.hostAddress}:${gateway.httpPort}${path}?fas=`);
    const shown = await peer.curl(redirect);
    const hidden = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(shown)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const fields = ['q', 'form', 'lang'].flatMap((name) => [
      '--data-urlencode',
      `${name}=${hidden(name)}`,
    ]);
    const posted = await peer.curl(
      ...fields,
      '-d',
      'kind=voucher',
      '-d',
      'code=OPEN-NDS',
      redirect,
    );
    const grant = /content="1;url=([^"]+)"/.exec(posted)?.[1]?.replaceAll('&amp;', '&') ?? '';
    t.match(grant, /^http:\/\/[\d.]+:2050\/opennds_auth\/\?tok=[0-9a-f]{64}&redir=/);
    const wrong = grant.replace(/tok=[0-9a-f]{64}/, `tok=${'0'.repeat(64)}`);
    await peer.curl('-o', '/dev/null', wrong);
    t.match(await fetchSite(), /^307 /, 'with another token it is not let in');
    t.match(await peer.client(), { state: 'Preauthenticated' });
    await peer.curl('-o', '/dev/null', grant);
    t.match(
      await fetchSite().catch(() => 'no answer'),
      /no answer|000/,
      'it is let in: nothing redirects it',
    );
    t.match(await peer.curl(site), /"status"/);
    t.match(await peer.client(), { state: 'Authenticated' });
    const log = (await gateway.gate('GET', '/txlog_portal/?type=ui')).body['results'];
    t.match(log, [{ username: 'OPEN-NDS', mac: peer.device.mac.toUpperCase() }]);
  },
);
