"""Edits of a configuration (RFC 6241 section 7.2) and subtree filters (section 6)."""

from xml.etree import ElementTree

from yang import ALL_DEFAULTS, KEEP_EMPTY, SHRINK, WITH_SIBLINGS, Place, YangError, path_of, text_of

BASE = '{urn:ietf:params:xml:ns:netconf:base:1.0}'


class Refusal(Exception):
    """An rpc-error."""

    def __init__(self, tag, message=None, path=None, session=None):
        super().__init__(message or tag)
        self.tag, self.message, self.path, self.session = tag, message, path, session


def refused(error):
    """Returns the rpc-error of data that is no instance of its model (RFC 7950 section 8.3.1)."""
    text = str(error)
    if text.startswith('No module with namespace'):
        return Refusal('unknown-namespace', text)
    is_unknown = ' not found as a child of ' in text or ' not found in the ' in text
    return Refusal('unknown-element' if is_unknown else 'invalid-value', text, error.path)


def edited(context, stored, config, default_operation):
    """Returns a configuration as XML with an edit in it."""
    try:
        edit = context.parse(config)
    except YangError as error:
        raise refused(error) from error
    start = '' if default_operation == 'replace' else stored
    with edit, context.parse(start) as target:
        nodes = iter(edit.nodes('//*'))
        text = text_of(edit.root, WITH_SIBLINGS | SHRINK | KEEP_EMPTY) if edit.root else ''
        root = ElementTree.fromstring(f'<config>{text}</config>')
        for element in root:
            apply(Place(target, None), (element, nodes), default_operation)
        return target.text()


def apply(place, edit, inherited):
    """Applies an element of an edit among the children that its parent has in the configuration."""
    element, nodes = edit
    node = next(nodes)
    operation = element.get(BASE + 'operation', inherited)
    is_own = operation != inherited
    present = place.same(node)
    if operation == 'create' and present:
        raise Refusal('data-exists', path=path_of(node))
    if operation in ('delete', 'none') and not present:
        raise Refusal('data-missing', path=path_of(node))
    if present and (operation in ('delete', 'remove') or operation == 'replace' and is_own):
        place.remove(present)
    is_whole = operation == 'create' or operation == 'replace' and is_own
    if is_whole or operation in ('merge', 'replace'):
        place.tree.insert(node, is_whole)
    if is_whole or operation in ('delete', 'remove'):
        skip_below(edit)
        return
    below = Place(place.tree, place.same(node)) if len(element) else None
    for child in element:
        apply(below, (child, nodes), operation)


def skip_below(edit):
    element, nodes = edit
    for _ in range(sum(1 for _ in element.iter()) - 1):
        next(nodes)


def filtered(context, tree, given):
    """Returns the part of data that a filter selects."""
    is_xpath = given.get('type') == 'xpath'
    kept = context.parse('')
    for node in tree.nodes(given.get('select')) if is_xpath else selected(tree, given):
        kept.insert(node, True)
    return kept


def selected(tree, given):
    """Returns the nodes at the ends of a subtree filter."""
    nodes = tree.nodes('/*')
    return [end for node in nodes for end in ends(tree, node, list(given))]


def ends(tree, node, filters):
    found = []
    for wanted in filters:
        own = ElementTree.fromstring(text_of(node, SHRINK | KEEP_EMPTY | ALL_DEFAULTS))
        # An element of no namespace is one of any (section 6.2.1), and libyang has printed it in that of <filter>.
        is_any = '}' not in wanted.tag or wanted.tag.startswith(BASE)
        if (local(own) if is_any else own.tag) != (local(wanted) if is_any else wanted.tag):
            continue
        found += inside(tree, (node, own), wanted)
    return found


def inside(tree, place, wanted):
    node, own = place
    path = path_of(node)
    matches = [child for child in wanted if len(child) == 0 and (child.text or '').strip()]
    for match in matches:
        values = [child.text or '' for child in own if local(child) == local(match)]
        if match.text.strip() not in values:
            return []
    others = [child for child in wanted if child not in matches]
    if not others:
        return [node]
    keys = [child for child in tree.nodes(path + '/*') if is_named(child, matches)] if matches else []
    return keys + [end for child in tree.nodes(path + '/*') for end in ends(tree, child, others)]


def is_named(node, elements):
    name = path_of(node).rpartition('/')[2].rpartition(':')[2].partition('[')[0]
    return name in [local(element) for element in elements]


def local(element):
    return element.tag.rpartition('}')[2]
