import type { UpstreamLogin, UpstreamLogins } from '../../gateway/gateway.ts';

/** Creates what authenticates users of the captive portal by home servers: until RADIUS has started, none does. */
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
