import { sql } from 'kysely';
import { canonicalNetwork } from '../../runtime/ip-address.ts';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

interface Client {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly transport: string;
  readonly is_active: number;
}

/**
 * Stores the addresses of AAA clients in their canonical form. Of several clients of one network and transport the oldest
 * active one keeps it; the others are switched off, and their address says why.
 */
export const canonicalNetworks: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    const { rows } = await sql<Client>`
      select id, name, address, transport, is_active from aaa_client order by is_active desc, id`.execute(
      db,
    );
    const owners = new Map<string, Client>();
    const changes: {
      readonly client: Client;
      readonly address: string;
      readonly isActive: number;
    }[] = [];
    for (const client of rows) {
      const canonical = canonicalNetwork(client.address);
      if (canonical === null) continue;
      const owner = owners.get(`${client.transport} ${canonical}`);
      if (!owner) owners.set(`${client.transport} ${canonical}`, client);
      const address = owner
        ? `${canonical} (${client.id}: the network of client ${owner.id})`
        : canonical;
      if (owner) warn(client, owner);
      if (address !== client.address)
        changes.push({ client, address, isActive: owner ? 0 : client.is_active });
    }
    // Two clients may exchange their spellings, which are unique.
    for (const { client } of changes)
      await sql`update aaa_client set address = ${`(${client.id})`} where id = ${client.id}`.execute(
        db,
      );
    for (const { client, address, isActive } of changes)
      await sql`update aaa_client set address = ${address}, is_active = ${isActive} where id = ${client.id}`.execute(
        db,
      );
  },
});

function warn({ id, name, address }: Client, owner: Client): void {
  process.emitWarning(
    `AAA client ${id} (${name}) is switched off: its address ${address} is the network of client ${owner.id} (${owner.name}); give it another address, or delete one of them`,
  );
}
