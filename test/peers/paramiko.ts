import { randomBytes } from 'node:crypto';
import { startChild } from './child.ts';

/*
 * The SSH server of Paramiko (Debian: python3-paramiko), which has the algorithms that OpenSSH 10 no longer has: host keys of
 * type ssh-dss.
 */

interface Paramiko {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  stop(): Promise<void>;
}

/** What the server offers, and nothing else; a host key is of 1024 bits for ssh-dss, of 2048 for ssh-rsa. */
interface ParamikoOptions {
  readonly keyType: 'ssh-dss' | 'ssh-rsa';
  readonly kex: string;
  readonly cipher: string;
  readonly mac: string;
}

const user = 'gatehouse';

const program = `
import json, socket, sys, threading, warnings
warnings.simplefilter('ignore')
import paramiko

options = json.loads(sys.argv[1])
key = paramiko.DSSKey.generate(1024) if options['keyType'] == 'ssh-dss' else paramiko.RSAKey.generate(2048)

class Device(paramiko.ServerInterface):
    def check_auth_password(self, user, password):
        right = (user, password) == (options['user'], options['password'])
        return paramiko.AUTH_SUCCESSFUL if right else paramiko.AUTH_FAILED

    def get_allowed_auths(self, user):
        return 'password'

    def check_channel_request(self, kind, id):
        return paramiko.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel, command):
        threading.Thread(target=answer, args=(channel,), daemon=True).start()
        return True

def answer(channel):
    # The request is granted once its check has returned; the client then ends its input.
    channel.recv(1)
    channel.sendall(b'ap-garden\\n')
    channel.send_exit_status(0)
    channel.close()

def serve(connection):
    transport = paramiko.Transport(connection)
    offered = transport.get_security_options()
    offered.kex, offered.ciphers, offered.digests = [options['kex']], [options['cipher']], [options['mac']]
    offered.key_types = [options['keyType']]
    transport.add_server_key(key)
    try:
        transport.start_server(event=threading.Event(), server=Device())
    except (EOFError, paramiko.SSHException):
        transport.close()

listener = socket.create_server(('127.0.0.1', 0))
print('port', listener.getsockname()[1], flush=True)
while True:
    serve(listener.accept()[0])
`;

/** Starts the server; every command prints the name of a host. */
export async function startParamiko(options: ParamikoOptions): Promise<Paramiko> {
  const password = randomBytes(16).toString('hex');
  const child = await startChild({
    command: '/usr/bin/python3',
    args: ['-c', program, JSON.stringify({ ...options, user, password })],
    ready: (output) => output.includes('port '),
  });
  const port = Number(/port (\d+)/.exec(child.output())?.[1]);
  return { host: '127.0.0.1', port, user, password, stop: () => child.stop() };
}
