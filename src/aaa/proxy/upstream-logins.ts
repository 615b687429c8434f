import type { UpstreamLogin, UpstreamLogins } from '../../gateway/gateway.ts';

/** Creates the seam between captive portal and home servers: until RADIUS has started, it authenticates no user. */
export function createUpstreamLogins(): UpstreamLogins {
  let send: UpstreamLogins['authenticate'] = () => Promise.resolve(null);
  const logins = {
    upstreams: { isEmpty: false },
    authenticate: (login: UpstreamLogin) => send(login),
    sendBy(upstreams: UpstreamLogins['upstreams'], authenticate: UpstreamLogins['authenticate']) {
      logins.upstreams = upstreams;
      send = authenticate;
    },
  };
  return logins;
}
