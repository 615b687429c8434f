import type { UpstreamLogins } from '../../gateway/gateway.ts';

/** Creates what authenticates users of the captive portal by home servers: until RADIUS has started, none does. */
export function createUpstreamLogins(): UpstreamLogins {
  let send: UpstreamLogins['authenticate'] = () => Promise.resolve(null);
  return {
    authenticate: (login) => send(login),
    sendBy(authenticate) {
      send = authenticate;
    },
  };
}
