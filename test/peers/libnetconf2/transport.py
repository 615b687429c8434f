"""The SSH server of libnetconf2, which is libssh's: its interface differs between the versions."""

import ctypes
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_int16, c_uint16, c_void_p

from yang import IS_OLD, NODE, Context, YangError, declare, libc, nc

SSH = 3
PUBLIC_KEY, PASSWORD = 0x01, 0x02
NEW_SESSION = 3
# Modes of with-defaults (RFC 6243): the basic one, and bits of those supported as well.
EXPLICIT, OTHERS = 4, 3
# Modules of the server's own configuration; they are in the package libnetconf2-dev.
MODULES = '/usr/share/yang/modules/libnetconf2'

# What the library keeps a pointer to.
kept = []


def listen(context, options):
    """Listens, and returns a function that waits some milliseconds for a session."""
    return listen_old(context, options) if IS_OLD else listen_new(context, options)


def check(code):
    if code:
        raise SystemExit('libnetconf2 does not listen')


def listen_old(context, options):
    declare(libc, 'strdup', c_void_p, c_char_p)
    declare(nc, 'nc_server_init', c_int, c_void_p)
    declare(nc, 'nc_server_endpt_set_port', c_int, c_char_p, c_uint16)
    declare(nc, 'nc_server_ssh_endpt_add_hostkey', c_int, c_char_p, c_char_p, c_int16)
    declare(nc, 'nc_session_get_username', c_char_p, c_void_p)
    declare(nc, 'nc_accept', c_int, c_int, NODE)
    check(nc.nc_server_init(context.pointer))
    check(nc.nc_server_set_capab_withdefaults(EXPLICIT, OTHERS))

    @CFUNCTYPE(c_int, c_char_p, c_void_p, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_int))
    def host_key(_name, _data, path, _text, _kind):
        path[0] = libc.strdup(options['hostKey'].encode())
        return 0

    @CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)
    def is_wrong(session, password, _data):
        given = (nc.nc_session_get_username(session), password)
        return 0 if given == (options['user'].encode(), options['password'].encode()) else 1

    kept.extend([host_key, is_wrong])
    nc.nc_server_ssh_set_hostkey_clb(host_key, None, None)
    nc.nc_server_ssh_set_passwd_auth_clb(is_wrong, None, None)
    check(nc.nc_server_add_endpt(b'main', SSH))
    check(nc.nc_server_ssh_endpt_add_hostkey(b'main', b'key', -1))
    check(nc.nc_server_ssh_endpt_set_auth_methods(b'main', PUBLIC_KEY | PASSWORD))
    check(nc.nc_server_ssh_add_authkey_path(options['userKey'].encode(), options['keyUser'].encode()))
    check(nc.nc_server_endpt_set_address(b'main', b'127.0.0.1'))
    check(nc.nc_server_endpt_set_port(b'main', options['port']))
    return lambda milliseconds: accepted(lambda session: nc.nc_accept(milliseconds, byref(session)))


def accepted(accept):
    session = c_void_p()
    return session if accept(session) == NEW_SESSION else None


def listen_new(context, options):
    declare(nc, 'nc_server_config_add_address_port', c_int, c_void_p, c_char_p, c_int, c_char_p, c_uint16, NODE)
    for name, texts in (('ssh_hostkey', 4), ('ssh_user_password', 3), ('ssh_user_pubkey', 4)):
        declare(nc, f'nc_server_config_add_{name}', c_int, c_void_p, *[c_char_p] * texts, NODE)
    declare(nc, 'nc_server_config_load_modules', c_int, NODE)
    declare(nc, 'nc_server_config_setup_data', c_int, c_void_p)
    declare(nc, 'nc_accept', c_int, c_int, c_void_p, NODE)
    check(nc.nc_server_init())
    check(nc.nc_server_set_capab_withdefaults(EXPLICIT, OTHERS))
    # Of its own: its modules would be those of the device. Only one is: a login asks there for a feature, the users of the server.
    own = Context(MODULES)
    context.search(MODULES)
    context.add('ietf-ssh-server', 'local-users-supported')
    check(nc.nc_server_config_load_modules(byref(own.pointer)))
    config = c_void_p()
    add = lambda name, *texts: check(getattr(nc, f'nc_server_config_add_{name}')(own.pointer, b'main', *texts, byref(config)))
    add('address_port', SSH, b'127.0.0.1', options['port'])
    add('ssh_hostkey', b'key', options['hostKey'].encode(), None)
    add('ssh_user_password', options['user'].encode(), options['password'].encode())
    add('ssh_user_pubkey', options['keyUser'].encode(), b'key', options['userKey'].encode())
    check(nc.nc_server_config_setup_data(config))
    kept.extend([own, config])
    return lambda milliseconds: accepted(lambda session: nc.nc_accept(milliseconds, context.pointer, byref(session)))
