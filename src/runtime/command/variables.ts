/**
 * Variables that name a gateway to `gatehouse api` and to clients. They are not keys of the configuration, but may be set in the
 * shell of a command that reads it.
 */
export const gatewayVariables = {
  url: 'GATEHOUSE_URL',
  tokenFile: 'GATEHOUSE_TOKEN_FILE',
  caFile: 'GATEHOUSE_CA_FILE',
} as const;
