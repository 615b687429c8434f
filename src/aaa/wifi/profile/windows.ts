import { anonymousName, type Access, type Profile, type TrustedServer } from './profile.ts';
import { xml, type Xml } from './xml.ts';

/* Profiles of Windows, for `netsh wlan add profile`. @see Microsoft's "WLAN_profile Schema" and "EAPHost Schemas" */

/** Writes a profile. It has no certificate: that of the device is installed beforehand. */
export function writeWindowsProfile({ ssid, isHidden, security, access }: Profile): Buffer {
  const { authentication, encryption } = protections[security];
  const hex = Buffer.from(ssid).toString('hex').toUpperCase();
  const login = access.kind === 'password' || access.kind === 'device' ? access : null;
  const { text } = xml`<?xml version="1.0"?>
<WLANProfile xmlns="http://www.microsoft.com/networking/WLAN/profile/v1">
<name>${ssid}</name>
<SSIDConfig><SSID><hex>${hex}</hex><name>${ssid}</name></SSID><nonBroadcast>${String(isHidden)}</nonBroadcast></SSIDConfig>
<connectionType>ESS</connectionType>
<connectionMode>auto</connectionMode>
<MSM><security>
<authEncryption><authentication>${authentication}</authentication><encryption>${encryption}</encryption><useOneX>${String(login !== null)}</useOneX></authEncryption>
${access.kind === 'key' ? xml`<sharedKey><keyType>passPhrase</keyType><protected>false</protected><keyMaterial>${access.key.reveal()}</keyMaterial></sharedKey>\n` : null}${login && loginOf(login)}</security></MSM>
</WLANProfile>
`;
  return Buffer.from(text);
}

const protections: Readonly<
  Record<Profile['security'], { readonly authentication: string; readonly encryption: string }>
> = {
  wpa2_enterprise: { authentication: 'WPA2', encryption: 'AES' },
  wpa3_enterprise: { authentication: 'WPA3ENT', encryption: 'AES' },
  wpa3_enterprise_192: { authentication: 'WPA3ENT192', encryption: 'GCMP256' },
  wpa2_personal: { authentication: 'WPA2PSK', encryption: 'AES' },
  wpa3_personal: { authentication: 'WPA3SAE', encryption: 'AES' },
  owe: { authentication: 'OWE', encryption: 'AES' },
  open: { authentication: 'open', encryption: 'none' },
};

type Login = Extract<Access, { kind: 'password' | 'device' }>;

function loginOf(access: Login): Xml {
  const { type, author, config } = methodOf(access);
  return xml`<OneX xmlns="http://www.microsoft.com/networking/OneX/v1"><authMode>user</authMode>
<EAPConfig><EapHostConfig xmlns="http://www.microsoft.com/provisioning/EapHostConfig">
<EapMethod><Type xmlns="http://www.microsoft.com/provisioning/EapCommon">${type}</Type><VendorId xmlns="http://www.microsoft.com/provisioning/EapCommon">0</VendorId><VendorType xmlns="http://www.microsoft.com/provisioning/EapCommon">0</VendorType><AuthorId xmlns="http://www.microsoft.com/provisioning/EapCommon">${author}</AuthorId></EapMethod>
<Config xmlns="http://www.microsoft.com/provisioning/EapHostConfig">${config}</Config>
</EapHostConfig></EAPConfig></OneX>
`;
}

interface Method {
  readonly type: string;
  /** Windows' own methods have 0; EAP-TTLS has 311, Microsoft's number of private enterprise. */
  readonly author: string;
  readonly config: Xml;
}

function methodOf(access: Login): Method {
  if (access.kind === 'device')
    return { type: '13', author: '0', config: certificateLogin(access.server) };
  return access.method === 'ttls'
    ? { type: '21', author: '311', config: tunnelledLogin(access) }
    : { type: '25', author: '0', config: protectedLogin(access) };
}

function certificateLogin(server: TrustedServer): Xml {
  return xml`<Eap xmlns="http://www.microsoft.com/provisioning/BaseEapConnectionPropertiesV1"><Type>13</Type>
<EapType xmlns="http://www.microsoft.com/provisioning/EapTlsConnectionPropertiesV1">
<CredentialsSource><CertificateStore><SimpleCertSelection>true</SimpleCertSelection></CertificateStore></CredentialsSource>
${validationOf(server)}
<DifferentUsername>false</DifferentUsername>
<PerformServerValidation xmlns="http://www.microsoft.com/provisioning/EapTlsConnectionPropertiesV2">true</PerformServerValidation>
<AcceptServerName xmlns="http://www.microsoft.com/provisioning/EapTlsConnectionPropertiesV2">true</AcceptServerName>
</EapType></Eap>`;
}

type PasswordLogin = Extract<Access, { kind: 'password' }>;

function protectedLogin({ server, username }: PasswordLogin): Xml {
  return xml`<Eap xmlns="http://www.microsoft.com/provisioning/BaseEapConnectionPropertiesV1"><Type>25</Type>
<EapType xmlns="http://www.microsoft.com/provisioning/MsPeapConnectionPropertiesV1">
${validationOf(server)}
<FastReconnect>true</FastReconnect>
<InnerEapOptional>false</InnerEapOptional>
<Eap xmlns="http://www.microsoft.com/provisioning/BaseEapConnectionPropertiesV1"><Type>26</Type><EapType xmlns="http://www.microsoft.com/provisioning/MsChapV2ConnectionPropertiesV1"><UseWinLogonCredentials>false</UseWinLogonCredentials></EapType></Eap>
<EnableQuarantineChecks>false</EnableQuarantineChecks>
<RequireCryptoBinding>false</RequireCryptoBinding>
<PeapExtensions>
<PerformServerValidation xmlns="http://www.microsoft.com/provisioning/MsPeapConnectionPropertiesV2">true</PerformServerValidation>
<AcceptServerName xmlns="http://www.microsoft.com/provisioning/MsPeapConnectionPropertiesV2">true</AcceptServerName>
<IdentityPrivacy xmlns="http://www.microsoft.com/provisioning/MsPeapConnectionPropertiesV2"><EnableIdentityPrivacy>true</EnableIdentityPrivacy><AnonymousUserName>${anonymousName(username)}</AnonymousUserName></IdentityPrivacy>
</PeapExtensions>
</EapType></Eap>`;
}

function validationOf({ name, authorities }: TrustedServer): Xml {
  const roots = authorities.map(
    ({ fingerprint }) => xml`<TrustedRootCA>${spaced(fingerprint)}</TrustedRootCA>`,
  );
  return xml`<ServerValidation><DisableUserPromptForServerValidation>true</DisableUserPromptForServerValidation><ServerNames>${name}</ServerNames>${roots}</ServerValidation>`;
}

function tunnelledLogin({ server, username }: PasswordLogin): Xml {
  const roots = server.authorities.map(
    ({ fingerprint }) => xml`<TrustedRootCAHash>${spaced(fingerprint)}</TrustedRootCAHash>`,
  );
  return xml`<EapTtls xmlns="http://www.microsoft.com/provisioning/EapTtlsConnectionPropertiesV1">
<ServerValidation><ServerNames>${server.name}</ServerNames>${roots}<DisablePrompt>true</DisablePrompt></ServerValidation>
<Phase2Authentication><PAPAuthentication/></Phase2Authentication>
<Phase1Identity><IdentityPrivacy>true</IdentityPrivacy><AnonymousIdentity>${anonymousName(username)}</AnonymousIdentity></Phase1Identity>
</EapTtls>`;
}

/** @param fingerprint  SHA-1: `AB:CD` */
function spaced(fingerprint: string): string {
  return fingerprint.replaceAll(':', ' ').toLowerCase();
}
