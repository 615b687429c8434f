"""The part of libyang that a datastore needs, by ctypes: mostly functions, since the structures differ between its versions."""

import ctypes
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint16, c_uint32, c_void_p

# Version of libnetconf2, and of the libyang that it is linked with: Debian 12 and 13.
VERSIONS = (('libnetconf2.so.2', 'libyang.so.2'), ('libnetconf2.so.4', 'libyang.so.3'))


def load():
    for netconf, yang in VERSIONS:
        try:
            return ctypes.CDLL(netconf), ctypes.CDLL(yang), yang == 'libyang.so.2'
        except OSError:
            continue
    raise SystemExit('libnetconf2 is missing: install the Debian package libnetconf2-2 or libnetconf2-4')


nc, ly, IS_OLD = load()
libc = ctypes.CDLL(None)

XML = 1
RPC = 1
NO_STATE = 1
PARSE_ONLY, PARSE_STRICT = 0x10000, 0x20000
WITH_SIBLINGS, SHRINK, KEEP_EMPTY, ALL_DEFAULTS = 0x01, 0x02, 0x04, 0x20
DUP_RECURSIVE, DUP_NO_META, DUP_WITH_PARENTS = 0x01, 0x02, 0x04
OUTPUT = 0x02 if IS_OLD else 0x01


class Fault(Structure):
    """The last fault of libyang 3, as far as it is read."""

    _fields_ = [('level', c_int), ('error', c_int), ('code', c_int), ('message', c_char_p), ('path', c_char_p)]


class Set(Structure):
    _fields_ = [('size', c_uint32), ('count', c_uint32), ('nodes', POINTER(c_void_p))]


def declare(library, name, result, *arguments):
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments


NODE = POINTER(c_void_p)
declare(libc, 'free', None, c_void_p)
declare(ly, 'ly_ctx_new', c_int, c_char_p, c_uint16, NODE)
declare(ly, 'ly_ctx_set_searchdir', c_int, c_void_p, c_char_p)
declare(ly, 'ly_ctx_load_module', c_void_p, c_void_p, c_char_p, c_char_p, POINTER(c_char_p))
declare(ly, 'lyd_parse_data_mem', c_int, c_void_p, c_char_p, c_int, c_uint32, c_uint32, NODE)
declare(ly, 'lyd_print_mem', c_int, NODE, c_void_p, c_int, c_uint32)
declare(ly, 'lyd_path', c_void_p, c_void_p, c_int, c_char_p, c_size_t)
declare(ly, 'lyd_find_sibling_first', c_int, c_void_p, c_void_p, NODE)
declare(ly, 'lyd_find_xpath', c_int, c_void_p, c_char_p, POINTER(POINTER(Set)))
declare(ly, 'ly_set_free', None, POINTER(Set), c_void_p)
declare(ly, 'lyd_dup_single', c_int, c_void_p, c_void_p, c_uint32, NODE)
declare(ly, 'lyd_merge_siblings', c_int, NODE, c_void_p, c_uint16)
declare(ly, 'lyd_free_tree', None, c_void_p)
declare(ly, 'lyd_free_all', None, c_void_p)
declare(ly, 'lyd_validate_all', c_int, NODE, c_void_p, c_uint32, NODE)
declare(ly, 'lyd_validate_op', c_int, c_void_p, c_void_p, c_int, NODE)
declare(ly, 'lyd_new_path2', c_int, c_void_p, c_void_p, c_char_p, c_void_p, c_size_t, c_int, c_uint32, NODE, NODE)
declare(ly, 'ly_log_options', c_uint32, c_uint32)
if IS_OLD:
    declare(ly, 'ly_errmsg', c_char_p, c_void_p)
    declare(ly, 'ly_errpath', c_char_p, c_void_p)
else:
    declare(ly, 'ly_err_last', POINTER(Fault), c_void_p)


class YangError(Exception):
    """What libyang finds wrong with data."""

    def __init__(self, message, path=''):
        super().__init__(message)
        self.path = path


class Context:
    """The modules of a server."""

    def __init__(self, folder):
        # No log: a fault is an exception. Only the last one is kept.
        ly.ly_log_options(0x02 | 0x04)
        pointer = c_void_p()
        if ly.ly_ctx_new(folder.encode(), 0, byref(pointer)):
            raise YangError(f'no context of {folder}')
        self.pointer = pointer

    def search(self, folder):
        """Adds a folder of modules."""
        self.check(ly.ly_ctx_set_searchdir(self.pointer, folder.encode()))

    def add(self, module, *features):
        names = (c_char_p * (len(features) + 1))(*(name.encode() for name in features), None)
        if not ly.ly_ctx_load_module(self.pointer, module.encode(), None, names):
            raise YangError(f'no module {module}: {self.fault()}')

    def fault(self):
        if not IS_OLD:
            last = ly.ly_err_last(self.pointer)
            message, path = (last.contents.message, last.contents.path) if last else (None, None)
            # A line for each member of a union follows.
            return YangError((message or b'?').decode().partition('\n')[0], (path or b'').decode())
        path = ly.ly_errpath(self.pointer)
        return YangError((ly.ly_errmsg(self.pointer) or b'?').decode(), *(path or b'').decode().split('"')[1:2])

    def check(self, code):
        if code:
            raise self.fault()

    def parse(self, xml):
        """Returns data as it is written, which is not valid as a whole."""
        tree = c_void_p()
        self.check(ly.lyd_parse_data_mem(self.pointer, xml.encode(), XML, PARSE_ONLY | PARSE_STRICT, 0, byref(tree)))
        return Tree(self, tree)

    def valid(self, xml):
        """Returns data with its defaults. @raise YangError it is not valid"""
        tree = self.parse(xml)
        try:
            self.check(ly.lyd_validate_all(byref(tree.root), self.pointer, NO_STATE, None))
        except YangError:
            tree.free()
            raise
        return tree


class Tree:
    """Data: the first of the nodes at the top, or nothing."""

    def __init__(self, context, root):
        self.context, self.root = context, root

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.free()

    def free(self):
        ly.lyd_free_all(self.root)
        self.root = c_void_p()

    def text(self):
        return text_of(self.root, WITH_SIBLINGS | SHRINK) if self.root else ''

    def nodes(self, xpath):
        return find(self.context, self.root, xpath) if self.root else []

    def insert(self, node, is_whole):
        """Merges a node of other data, with its parents and, if it is whole, with what is below it."""
        options = DUP_NO_META | DUP_WITH_PARENTS | (DUP_RECURSIVE if is_whole else 0)
        copy = c_void_p()
        self.context.check(ly.lyd_dup_single(node, None, options, byref(copy)))
        [top] = find(self.context, copy, '/*')
        self.context.check(ly.lyd_merge_siblings(byref(self.root), top, 0))
        ly.lyd_free_all(top)

    def remove(self, node):
        others = [top for top in self.nodes('/*') if top != node.value]
        ly.lyd_free_tree(node)
        self.root = c_void_p(others[0] if others else None)


class Place:
    """The children of a node of a tree; without a node those at its top."""

    def __init__(self, tree, parent):
        self.tree, self.parent, self.any = tree, parent, None

    def same(self, node):
        """Returns the child that a node of other data is an instance of."""
        # An XPath visits all children, so one of them is kept.
        if self.parent and not self.any:
            self.any = (find(self.tree.context, self.parent, '*') or [None])[0]
        among, match = self.any if self.parent else self.tree.root, c_void_p()
        return match if among and ly.lyd_find_sibling_first(among, node, byref(match)) == 0 else None

    def remove(self, child):
        self.any = None
        self.tree.remove(child)


def find(context, node, xpath):
    found = POINTER(Set)()
    context.check(ly.lyd_find_xpath(node, xpath.encode(), byref(found)))
    nodes = [found.contents.nodes[at] for at in range(found.contents.count)]
    ly.ly_set_free(found, None)
    return nodes


def text_of(node, options=SHRINK):
    return taken(lambda text: ly.lyd_print_mem(text, node, XML, options))


def taken(write):
    text = c_void_p()
    if write(byref(text)) or not text:
        return ''
    try:
        return ctypes.string_at(text).decode()
    finally:
        libc.free(text)


def path_of(node):
    text = ly.lyd_path(node, 0, None, 0)
    try:
        return ctypes.string_at(text).decode()
    finally:
        libc.free(text)


def check_request(context, rpc):
    """@raise YangError a request lacks what its model demands"""
    context.check(ly.lyd_validate_op(rpc, None, RPC, None))


def reply_of(context, rpc, tree):
    """Returns the output of an <rpc> with data in it."""
    copy, made = c_void_p(), c_void_p()
    context.check(ly.lyd_dup_single(rpc, None, 0, byref(copy)))
    context.check(ly.lyd_new_path2(copy, None, b'data', tree.root, 0, 0, OUTPUT, None, byref(made)))
    return copy
