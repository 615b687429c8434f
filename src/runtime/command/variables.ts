/**
 * Variables by which a person names a gateway to `gatehouse api` and to clients. They are no keys of the configuration, but
 * may be set in the shell in which a command that reads it is run.
 */
export const gatewayVariables = {
  url: 'GATEHOUSE_URL',
  tokenFile: 'GATEHOUSE_TOKEN_FILE',
  caFile: 'GATEHOUSE_CA_FILE',
} as const;
