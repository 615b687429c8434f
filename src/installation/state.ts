import type { CreateState } from '../gateway/module.ts';
import { GatewayHealth } from './health/gateway-health.ts';

declare module '../gateway/gateway.ts' {
  interface DomainState {
    readonly health: GatewayHealth;
  }
}

export const state: CreateState = ({ clock }) => ({ health: new GatewayHealth(clock) });
