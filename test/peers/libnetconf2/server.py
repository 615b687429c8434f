"""A NETCONF server on libnetconf2, the library of netopeer2, which has SSH, sessions, framing, parsing and replies."""

import json
import re
import sys
import threading
import traceback
from ctypes import CFUNCTYPE, byref, c_char_p, c_int, c_uint32, c_void_p
from xml.etree import ElementTree

from datastores import LOCK, Confirmation, Datastores
from edits import Refusal, filtered, refused
from transport import listen
from yang import KEEP_EMPTY, SHRINK, Context, NODE, YangError, check_request, declare, nc, reply_of, text_of

TAGS = ('unknown in-use invalid-value too-big missing-attribute bad-attribute unknown-attribute missing-element bad-element '
        'unknown-element unknown-namespace access-denied lock-denied resource-denied rollback-failed data-exists data-missing '
        'operation-not-supported operation-failed malformed-message').split()
APPLICATION = 4
DEFAULTS = {None: 4, 'report-all': 1, 'report-all-tagged': 2, 'trim': 3, 'explicit': 4}
FREE = 1
KILLED, SESSION_ENDED = 3, 0x20

declare(nc, 'nc_server_reply_ok', c_void_p)
declare(nc, 'nc_server_reply_data', c_void_p, c_void_p, c_int, c_int)
declare(nc, 'nc_server_reply_err', c_void_p, c_void_p)
declare(nc, 'nc_err_set_msg', c_int, c_void_p, c_char_p, c_char_p)
declare(nc, 'nc_err_set_path', c_int, c_void_p, c_char_p)
declare(nc, 'nc_session_get_id', c_uint32, c_void_p)
declare(nc, 'nc_session_free', None, c_void_p, c_void_p)
declare(nc, 'nc_session_set_status', None, c_void_p, c_int)
declare(nc, 'nc_session_set_term_reason', None, c_void_p, c_int)
declare(nc, 'nc_session_set_killed_by', None, c_void_p, c_uint32)
declare(nc, 'nc_ps_new', c_void_p)
declare(nc, 'nc_ps_add_session', c_int, c_void_p, c_void_p)
declare(nc, 'nc_ps_del_session', c_int, c_void_p, c_void_p)
declare(nc, 'nc_ps_poll', c_int, c_void_p, c_int, NODE)
nc.nc_err.restype = c_void_p


class Server:
    def __init__(self, options):
        self.options = options
        self.context = Context(options['modules'])
        self.context.add('ietf-netconf', *options['features'])
        self.context.add('ietf-netconf-with-defaults')
        self.context.add('ietf-system', 'timezone-name', 'ntp')
        names = ['running', *(name for name in ('candidate', 'startup') if name in options['features'])]
        self.datastores = Datastores(self.context, options['file'], names)
        self.sessions = {}
        self.polled = nc.nc_ps_new()

    def reply(self, rpc, session):
        """Answers a request; called by the library."""
        try:
            with LOCK:
                check_request(self.context, rpc)
                request = Request(rpc, nc.nc_session_get_id(session))
                answer = getattr(self, request.name.replace('-', '_'), None)
                if answer is None:
                    raise Refusal('operation-not-supported')
                return answer(request)
        except YangError as error:
            return self.refusal(refused(error))
        except Refusal as refusal:
            return self.refusal(refusal)
        except Exception as error:  # It would end the process in the library.
            traceback.print_exc()
            return self.refusal(Refusal('operation-failed', repr(error)))

    def refusal(self, refusal):
        tag = TAGS.index(refusal.tag)
        more = {'lock-denied': [c_uint32(refusal.session or 0)], 'data-exists': [], 'data-missing': []}
        named = [APPLICATION, c_char_p(b'?'), c_char_p(b'?')] if refusal.tag.startswith('unknown-') else [APPLICATION]
        error = c_void_p(nc.nc_err(self.context.pointer, tag, *more.get(refusal.tag, named)))
        if refusal.message:
            nc.nc_err_set_msg(error, refusal.message.encode(), b'en')
        if refusal.path:
            nc.nc_err_set_path(error, refusal.path.encode())
        return nc.nc_server_reply_err(error)

    def get(self, request):
        return self.data(request, 'running')

    def get_config(self, request):
        return self.data(request, request.datastore('source'))

    def data(self, request, name):
        given = request.child('filter')
        with self.context.valid(self.datastores.read(name)) as tree:
            if given is None:
                output = reply_of(self.context, request.rpc, tree)
            else:
                with filtered(self.context, tree, request.filter()) as part:
                    output = reply_of(self.context, request.rpc, part)
        return nc.nc_server_reply_data(output, DEFAULTS[request.text('with-defaults')], FREE)

    def edit_config(self, request):
        edit = (request.config(), request.text('default-operation') or 'merge')
        name = request.datastore('target')
        if request.text('test-option') in ('test-then-set', 'test-only'):
            self.datastores.test(name, *edit)
        if request.text('test-option') != 'test-only':
            self.datastores.edit(name, request.session, *edit)
        return nc.nc_server_reply_ok()

    def copy_config(self, request):
        source = request.datastore('source')
        xml = request.config() if source == 'config' else self.datastores.read(source)
        self.datastores.write(request.datastore('target'), xml, request.session)
        return nc.nc_server_reply_ok()

    def delete_config(self, request):
        if request.datastore('target') != 'startup':
            raise Refusal('operation-failed', 'only the startup configuration can be deleted')
        self.datastores.write('startup', '', request.session)
        return nc.nc_server_reply_ok()

    def lock(self, request):
        self.datastores.lock(request.datastore('target'), request.session)
        return nc.nc_server_reply_ok()

    def unlock(self, request):
        self.datastores.unlock(request.datastore('target'), request.session)
        return nc.nc_server_reply_ok()

    def validate(self, request):
        source = request.datastore('source')
        self.datastores.checked(request.config() if source == 'config' else self.datastores.read(source))
        return nc.nc_server_reply_ok()

    def commit(self, request):
        is_confirmed = request.child('confirmed') is not None
        timeout = int(request.text('confirm-timeout') or 600) if is_confirmed else None
        confirmation = Confirmation(timeout, request.text('persist'), request.text('persist-id'))
        self.datastores.commit(request.session, confirmation)
        return nc.nc_server_reply_ok()

    def cancel_commit(self, request):
        self.datastores.cancel(request.session, request.text('persist-id'))
        return nc.nc_server_reply_ok()

    def discard_changes(self, request):
        self.datastores.must_be_free('candidate', request.session)
        self.datastores.discard()
        return nc.nc_server_reply_ok()

    def kill_session(self, request):
        victim = int(request.text('session-id'))
        if victim == request.session or victim not in self.sessions:
            raise Refusal('invalid-value', 'no other session has this id')
        nc.nc_session_set_term_reason(self.sessions[victim], KILLED)
        nc.nc_session_set_killed_by(self.sessions[victim], request.session)
        nc.nc_session_set_status(self.sessions[victim], 4)
        return nc.nc_server_reply_ok()

    def run(self):
        # The library calls it as long as the process runs.
        self.callback = CFUNCTYPE(c_void_p, c_void_p, c_void_p)(lambda rpc, session: self.reply(c_void_p(rpc), session))
        accept = listen(self.context, self.options)
        nc.nc_set_global_rpc_clb(self.callback)
        threading.Thread(target=self.poll, daemon=True).start()
        print('ready', flush=True)
        while True:
            session = accept(500)
            if session is not None:
                with LOCK:
                    self.sessions[nc.nc_session_get_id(session)] = session
                nc.nc_ps_add_session(self.polled, session)

    def poll(self):
        while True:
            session = c_void_p()
            result = nc.nc_ps_poll(self.polled, 100, byref(session))
            if result & 0x01:
                threading.Event().wait(0.01)
            if result & SESSION_ENDED:
                self.end(session)

    def end(self, session):
        nc.nc_ps_del_session(self.polled, session)
        with LOCK:
            number = nc.nc_session_get_id(session)
            self.datastores.end(number)
            self.sessions.pop(number, None)
        nc.nc_session_free(session, None)


class Request:
    """What a request says."""

    def __init__(self, rpc, session):
        self.rpc, self.session = rpc, session
        self.xml = text_of(rpc, SHRINK | KEEP_EMPTY)
        self.element = ElementTree.fromstring(self.xml)
        self.name = self.element.tag.rpartition('}')[2]

    def child(self, name):
        return self.element.find('{*}' + name)

    def text(self, name):
        found = self.child(name)
        return None if found is None else (found.text or '').strip()

    def datastore(self, name):
        return self.child(name)[0].tag.rpartition('}')[2]

    def config(self):
        """Returns the content of <config>, with the prefixes that values in it may have."""
        return re.search('<config[^>]*>(.*)</config>', self.xml, re.DOTALL).group(1) if '</config>' in self.xml else ''

    def filter(self):
        """Returns the filter; prefixes in an XPath become names of modules, as libyang has them."""
        given = self.child('filter')
        for prefix, module in re.findall('xmlns:([^=]+)="urn:ietf:params:xml:ns:yang:([^"]+)"', self.xml):
            if given.get('select'):
                given.set('select', given.get('select').replace(f'{prefix}:', f'{module}:'))
        return given


Server(json.loads(sys.argv[1])).run()
