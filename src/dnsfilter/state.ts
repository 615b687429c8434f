import type { CreateState } from '../gateway/module.ts';
import { HostPurge } from './host-purge.ts';

declare module '../gateway/gateway.ts' {
  interface DomainState {
    readonly dnsfilter: { readonly purge: HostPurge };
  }
}

export const state: CreateState = ({ store }) => ({ dnsfilter: { purge: new HostPurge(store) } });
