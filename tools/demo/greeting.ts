/** Returns the text that the demo prints at its start: addresses, password, token and commands to try. */
export function greeting({
  baseUrl,
  signInUrl,
  password,
  tokenFile,
  logFile,
}: Record<'baseUrl' | 'signInUrl' | 'password' | 'tokenFile' | 'logFile', string>): string {
  const control = `${baseUrl}/control/api/v1`;
  const gate = `${baseUrl}/gate/api/v1`;
  const curl = `curl -s -H "Authorization: Bearer $(cat ${tokenFile})"`;
  return `
Gatehouse runs, with the devices and guests of a small hotel. All of it is on this machine and simulated.

In a browser:
  console          ${signInUrl} (signed in as admin)
  sign in anew     ${baseUrl}/console/ as admin, with the password ${password}

The APIs in a browser ("Authorize" takes the token):
  device control   ${control}/docs
  access control   ${gate}/docs
  token            ${tokenFile}
  log              ${logFile}

In another terminal (append " | jq" to format the JSON, if jq is installed):

The devices, and whether they are up:
  ${curl} ${control}/inventory_device/

The sessions of the guests:
  ${curl} ${gate}/aaa_accounting/

Reboot an access point, and wait until its uptime proves it:
  ${curl} -X PUT -H 'Content-Type: application/json' -d '{"operation":"reboot"}' '${control}/inventory_device_name_operation/lobby-ap/?wait=30'

Devices are polled once a minute; ${control}/inventory_metric_log/ grows with each poll.
Ctrl-C ends the demo and removes all that it created. Events:
`;
}
