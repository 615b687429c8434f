import type { ComponentType } from 'preact';
import type { ResourceDefinition } from './definition.ts';
import { ResourcePage } from './resource-view.tsx';

/** Returns the page of a collection. */
export function pageOf(of: ResourceDefinition): { readonly View: ComponentType } {
  return { View: () => <ResourcePage of={of} /> };
}
