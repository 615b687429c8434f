/** What differs between the SQL modules of FreeRADIUS. */
export interface SqlModule {
  readonly dialect: string;
  /** Settings of the driver and of the database. */
  readonly driver: string;
  /** Settings of the pool of connections. */
  readonly pool: string;
  /** Folder with `queries.conf`. */
  readonly queries: string;
}

/** Returns the section of FreeRADIUS' SQL module, with its own names of tables and its own queries. */
export function sqlModule({ dialect, driver, pool, queries }: SqlModule): string {
  return `sql {
  dialect = "${dialect}"
  driver = "rlm_sql_${dialect}"
  ${driver}
  acct_table1 = "radacct"
  acct_table2 = "radacct"
  postauth_table = "radpostauth"
  authcheck_table = "radcheck"
  groupcheck_table = "radgroupcheck"
  authreply_table = "radreply"
  groupreply_table = "radgroupreply"
  usergroup_table = "radusergroup"
  client_table = "nas"
  group_attribute = "SQL-Group"
  pool {
    ${pool}
  }
  $INCLUDE ${queries}/queries.conf
}
`;
}
