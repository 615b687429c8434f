"""The datastores of a server (RFC 6241 section 5.1): who has locked them, and commits that wait for their confirmation."""

import os
import threading

from edits import Refusal, edited
from yang import YangError


class Datastores:
    def __init__(self, context, file, names):
        self.context, self.file = context, file
        with open(file, encoding='utf8') as stored:
            start = stored.read()
        self.configurations = {name: self.checked(start) for name in names}
        self.locks = {}
        self.pending = None

    def checked(self, xml):
        """@raise Refusal it is not valid as a whole"""
        try:
            with self.context.valid(xml) as tree:
                return tree.text()
        except YangError as error:
            raise Refusal('operation-failed', str(error), error.path) from error

    def read(self, name):
        if name not in self.configurations:
            raise Refusal('operation-not-supported', f'there is no {name} configuration')
        return self.configurations[name]

    def write(self, name, xml, session):
        self.must_be_free(name, session)
        self.read(name)
        # A candidate may be incomplete until it is committed (section 8.3.1).
        self.configurations[name] = xml if name == 'candidate' else self.checked(xml)
        if name == 'startup' or name == 'running' and 'startup' not in self.configurations:
            self.save()

    def save(self):
        name = 'startup' if 'startup' in self.configurations else 'running'
        with open(self.file + '.new', 'w', encoding='utf8') as stored:
            stored.write(self.configurations[name])
        os.replace(self.file + '.new', self.file)

    def edit(self, name, session, config, default_operation):
        self.must_be_free(name, session)
        xml = edited(self.context, self.read(name), config, default_operation)
        self.write(name, xml, session)

    def test(self, name, config, default_operation):
        self.checked(edited(self.context, self.read(name), config, default_operation))

    def must_be_free(self, name, session):
        holder = self.locks.get(name, session)
        if holder != session:
            raise Refusal('in-use', f'session {holder} has locked it')

    def lock(self, name, session):
        self.read(name)
        holder = self.locks.get(name)
        if holder is not None:
            raise Refusal('lock-denied', 'the configuration is locked', session=holder)
        if name == 'candidate' and self.read(name) != self.read('running'):
            raise Refusal('lock-denied', 'the candidate has changes', session=0)
        self.locks[name] = session

    def unlock(self, name, session):
        if self.locks.get(name) != session:
            raise Refusal('operation-failed', 'the session has no such lock')
        del self.locks[name]
        if name == 'candidate':
            self.discard()

    def discard(self):
        if 'candidate' in self.configurations:
            self.configurations['candidate'] = self.read('running')

    def end(self, session):
        """Ends what a session has left (sections 7.5 and 8.4.1)."""
        if self.locks.get('candidate') == session:
            self.discard()
        self.locks = {name: holder for name, holder in self.locks.items() if holder != session}
        if self.pending and self.pending.session == session and self.pending.persist is None:
            self.revert()

    def commit(self, session, confirmation):
        for name in ('running', 'candidate'):
            self.must_be_free(name, session)
        pending = self.pending
        self.must_confirm(session, confirmation.persist_id)
        former = pending.former if pending else self.read('running')
        self.write('running', self.read('candidate'), session)
        self.forget()
        if confirmation.timeout is not None:
            self.pending = Pending(former, session, confirmation.persist, threading.Timer(confirmation.timeout, self.expire))

    def must_confirm(self, session, persist_id):
        """@raise Refusal a commit that another has to confirm waits, or none of this id"""
        pending = self.pending
        if pending is None or pending.persist is None:
            if persist_id is not None:
                raise Refusal('invalid-value', 'no commit has this persist-id')
            if pending and pending.session != session:
                raise Refusal('in-use', 'a commit waits for its confirmation')
        elif persist_id is None:
            raise Refusal('in-use', 'a commit waits for its confirmation')
        elif persist_id != pending.persist:
            raise Refusal('invalid-value', 'no commit has this persist-id')

    def cancel(self, session, persist_id):
        if self.pending is None:
            raise Refusal('operation-failed', 'no commit waits for its confirmation')
        self.must_confirm(session, persist_id)
        self.revert()

    def revert(self):
        self.configurations['running'] = self.pending.former
        self.discard()
        if 'startup' not in self.configurations:
            self.save()
        self.forget()

    def expire(self):
        with LOCK:
            if self.pending:
                self.revert()

    def forget(self):
        if self.pending:
            self.pending.timer.cancel()
        self.pending = None


class Pending:
    def __init__(self, former, session, persist, timer):
        self.former, self.session, self.persist, self.timer = former, session, persist, timer
        timer.daemon = True
        timer.start()


class Confirmation:
    """What a <commit> says of its confirmation; without a timeout it needs none."""

    def __init__(self, timeout, persist, persist_id):
        self.timeout, self.persist, self.persist_id = timeout, persist, persist_id


LOCK = threading.RLock()
