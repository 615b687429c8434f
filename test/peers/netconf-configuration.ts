/** What both NETCONF servers have configured at their start. */
export const systemConfiguration = `<system xmlns="urn:ietf:params:xml:ns:yang:ietf-system">
  <contact>noc@example.net</contact>
  <hostname>ap-lobby</hostname>
  <location>Straße 7, ground floor ]]&gt;]]&gt; left</location>
  <ntp>
    <server><name>ntp-a</name><udp><address>192.0.2.1</address></udp></server>
    <server><name>ntp-b</name><udp><address>192.0.2.2</address></udp></server>
  </ntp>
</system>
`;
