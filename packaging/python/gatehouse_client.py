"""Client of the APIs of Gatehouse: one file, Python 3.9 or newer, no other packages.

    from gatehouse_client import Gatehouse

    gate = Gatehouse("https://gate.example:8443", token_file="gate.token", ca_file="ca.crt")
    lobby = gate.inventory_device.create(name="lobby", type="linux", ip_address="192.0.2.10")
    gate.inventory_device.update(lobby["id"], description="at the desk")
    for session in gate.aaa_accounting.list.all(session_status="active"):
        print(session["username"])
    for event in gate.events("session", "alert"):
        print(event.kind, event.data)

A resource is an attribute of the client, an operation an attribute of its resource: `dir(gate)`, `dir(gate.user)`. The
parts of the path are positional arguments in their order; fields and filters are named arguments, or `body=` for a whole
body. `gate.user.create.__doc__` lists the names. An operation returns the JSON of the reply; `all` of a list follows its
pages; `events` follows the event stream. A refused request raises GatehouseError.
"""

from __future__ import annotations

import datetime
import http.client
import json
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, NoReturn, Optional, Tuple

__all__ = ["Event", "Gatehouse", "GatehouseError"]


class GatehouseError(Exception):
    """A reply that reports an error: `status` is the HTTP status, `errors` the JSON of the reply, by field."""

    def __init__(self, status: int, errors: Any) -> None:
        super().__init__("the gateway answers %s: %s" % (status, errors))
        self.status = status
        self.errors = errors


class Event(NamedTuple):
    """An event of the gateway. `kind` is device, session, operation, alert, or reset: then events are missing."""

    id: Optional[str]
    kind: str
    data: Dict[str, Any]


class Call:
    """An operation of a gateway, ready to be called."""

    def __init__(self, gate: _Client, operation: _Operation) -> None:
        self._gate = gate
        self._operation = operation
        self.__doc__ = operation.__doc__

    def __call__(
        self,
        *operands: object,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        **fields: Any,
    ) -> Any:
        """Sends the request. Returns the JSON of the reply, other content as bytes, None without content."""
        path = self._path_of(operands)
        method = self._operation.method
        if method in ("GET", "DELETE"):
            return self._gate.request(method, path, query=fields, headers=headers)
        query = {name: fields.pop(name) for name in self._operation.parameters if name in fields}
        whole = fields if body is None else {**body, **fields} if fields else body
        return self._gate.request(method, path, query=query, body=whole, headers=headers)

    def _path_of(self, operands: Tuple[object, ...]) -> str:
        pattern = self._operation.path
        parts = pattern.split("{}")
        if len(operands) != len(parts) - 1:
            raise TypeError("%s takes %d arguments, not %d" % (pattern, len(parts) - 1, len(operands)))
        path = parts[0]
        for operand, part in zip(operands, parts[1:]):
            if str(operand) in ("", ".", ".."):
                raise ValueError("%r cannot be part of a path" % (operand,))
            path += urllib.parse.quote(str(operand), safe="") + part
        return path


class ListCall(Call):
    """A list of a gateway: a call returns one page, `all` every row."""

    def all(self, *operands: object, **filters: Any) -> Iterator[Dict[str, Any]]:
        """Yields the rows of all pages."""
        path = self._path_of(operands)
        query: Optional[Dict[str, Any]] = {"limit": 1000, **filters}
        while query is not None:
            page = self._gate.request("GET", path, query=query)
            yield from page["results"]
            following = page["next"]
            query = following and dict(
                urllib.parse.parse_qsl(urllib.parse.urlsplit(following).query, keep_blank_values=True)
            )


class _Operation:
    """Method, path, documentation and, of an operation with a body, the parameters of its query."""

    def __init__(self, method: str, path: str, doc: str, parameters: Tuple[str, ...] = ()) -> None:
        self.method = method
        self.path = path
        self.parameters = parameters
        self.__doc__ = "%s\n\n%s %s" % (doc, method, path)

    def __get__(self, resource: _Resource, owner: Any = None) -> Call:
        return Call(resource._gate, self)


class _List(_Operation):
    def __get__(self, resource: _Resource, owner: Any = None) -> ListCall:
        return ListCall(resource._gate, self)


class _Resource:
    def __init__(self, gate: _Client) -> None:
        self._gate = gate

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError("no operation %r; dir() of the resource lists them" % name)


class _EventStream(_Resource):
    """The stream of events. A call returns an iterator, which connects again where the connection ends."""

    def __call__(
        self,
        *kinds: str,
        organization: Optional[int] = None,
        seconds: Optional[int] = None,
        last_event_id: Optional[str] = None,
    ) -> Iterator[Event]:
        """Yields events as they happen, each once and in order.

        kinds:         device, session, operation, alert; none named: all that the role may read
        organization:  this organization and those below it
        seconds:       ends after this time; 0: after the events since `last_event_id`; None: never
        last_event_id: id of an event; the events after it are sent first

        After a lost connection the iterator connects again, and the gateway sends what was missed. GatehouseError is
        raised if the gateway refuses the request, OSError if the first connection fails.
        """
        ends_at = None if seconds is None else time.monotonic() + seconds
        wait = _Wait()
        is_connected = False
        while True:
            query: Dict[str, Any] = {"kind__in": ",".join(kinds) or None, "organization": organization}
            if ends_at is not None:
                query["seconds"] = max(0, round(ends_at - time.monotonic()))
            headers = {} if last_event_id is None else {"Last-Event-ID": last_event_id}
            try:
                with self._gate.open("GET", "/control/api/v1/events/", query=query, headers=headers) as reply:
                    is_connected = True
                    for event in _events_in(reply, wait):
                        last_event_id = event.id or last_event_id
                        if event.kind == "end":
                            if _is_over(event.data):
                                return
                            break
                        if event.kind != "position":
                            yield event
            except GatehouseError as error:
                if error.status not in (429, 502, 503, 504) or not is_connected:
                    raise
            except (OSError, http.client.HTTPException):
                if not is_connected:
                    raise
            if ends_at is not None and time.monotonic() >= ends_at:
                return
            wait.sleep()


class _Wait:
    """Time before the next connection: that of the gateway, and twice as long after each failure, up to 30 seconds."""

    def __init__(self) -> None:
        self.seconds = 3.0
        self._failures = 0

    def reset(self) -> None:
        self._failures = 0

    def sleep(self) -> None:
        time.sleep(min(30.0, self.seconds * 2**self._failures))
        self._failures += 1


def _events_in(reply: Any, wait: _Wait) -> Iterator[Event]:
    """Yields the events of a stream (WHATWG HTML 9.2.6), and its positions, which have an id only."""
    lines: List[Tuple[str, str]] = []
    for octets in reply:
        line = octets.decode("utf-8", "replace").rstrip("\r\n")
        if line:
            name, _, value = line.partition(":")
            lines.append((name, value[1:] if value.startswith(" ") else value))
            continue
        fields = dict(lines)
        if fields.get("retry", "").isdigit():
            wait.seconds = int(fields["retry"]) / 1000
        data = "\n".join(value for name, value in lines if name == "data")
        lines = []
        wait.reset()
        if data:
            yield Event(fields.get("id"), fields.get("event", "message"), json.loads(data))
        elif "id" in fields:
            yield Event(fields["id"], "position", {})


def _is_over(end: Mapping[str, Any]) -> bool:
    """Returns whether the last event of a stream ends the iterator. @raises GatehouseError for a token that ended"""
    status = {"unauthenticated": 401, "forbidden": 403}.get(end.get("reason", ""))
    if status is not None:
        raise GatehouseError(status, {"detail": end.get("detail")})
    return end.get("reason") == "time"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the token is for the gateway that was named."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Client:
    """Sends requests with the token of a user."""

    def __init__(self, url: str, token: str, ca_file: Optional[str], timeout: float) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout
        context = ssl.create_default_context(cafile=ca_file)
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), _NoRedirect
        )

    def open(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Sends a request and returns the reply, to be read and closed."""
        target = self._url + path
        if query:
            given = {name: _text(value) for name, value in query.items() if value is not None}
            target += "?" + urllib.parse.urlencode(given)
        sent = urllib.request.Request(target, method=method, headers=dict(headers or {}))
        sent.add_header("Authorization", "Bearer " + self._token)
        if body is not None:
            sent.data = json.dumps(body, default=_json).encode()
            sent.add_header("Content-Type", "application/json")
        try:
            return self._opener.open(sent, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise GatehouseError(error.code, _content(error)) from None

    def request(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Sends a request. Returns the JSON of the reply, other content as bytes, None without content."""
        with self.open(method, path, query, body, headers) as reply:
            return _content(reply)


def _content(reply: Any) -> Any:
    data = reply.read()
    if not data:
        return None
    kind = reply.headers.get_content_type()
    return json.loads(data) if kind.endswith("json") else data


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(item) for item in value)
    return _json(value) if isinstance(value, datetime.datetime) else str(value)


def _json(value: Any) -> str:
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    raise TypeError("%r is no JSON" % (value,))


# begin of operations, which `npm run generate` writes


class _AaaAccounting(_Resource):
    list = _List("GET", "/gate/api/v1/aaa_accounting/", "List accounting records.\n\nNames: limit, cursor, radacctid, username, acctsessionid, acctmultisessionid, nasipaddress, nasidentifier, acctstarttime, acctstoptime, acctterminatecause, callingstationid, calledstationid, framedipaddress, framedipv6address, class, origin, portal_session, ssid, user, access_point, location, client, organization, start_date, end_date, session_status, group_by")
    get = _Operation("GET", "/gate/api/v1/aaa_accounting/{}/", "Get an accounting record")
    traffic = _Operation("GET", "/gate/api/v1/aaa_accounting/{}/traffic/", "Retrieve the traffic of a session in the course of time")
    disconnect = _Operation("POST", "/gate/api/v1/aaa_accounting/{}/disconnect/", "End a live session (RFC 5176 Disconnect)")
    coa = _Operation("POST", "/gate/api/v1/aaa_accounting/{}/coa/", "Change a live session (RFC 5176 CoA).\n\nNames: attributes, profile")


class _AaaAuthorizationChange(_Resource):
    list = _List("GET", "/gate/api/v1/aaa_authorization_change/", "List authorization changes.\n\nNames: limit, cursor, id, username, kind, trigger, status, error_cause, created, completed, session, user, client, requested_by")
    get = _Operation("GET", "/gate/api/v1/aaa_authorization_change/{}/", "Get an authorization change")


class _AaaClient(_Resource):
    list = _List("GET", "/gate/api/v1/aaa_client/", "List AAA clients.\n\nNames: limit, offset, cursor, ordering, id, name, address, is_active, created, last_change, nas_group")
    create = _Operation("POST", "/gate/api/v1/aaa_client/", "Create an AAA client.\n\nNames: organization, name, address, secret, transport, tls_name, nas_identifier, nas_group, wifi_keys, wifi_key_ssids, eap_methods, serves, description, require_message_authenticator, limit_proxy_state, coa_port, is_active")
    get = _Operation("GET", "/gate/api/v1/aaa_client/{}/", "Get an AAA client")
    delete = _Operation("DELETE", "/gate/api/v1/aaa_client/{}/", "Delete an AAA client")
    replace = _Operation("PUT", "/gate/api/v1/aaa_client/{}/", "Replace an AAA client.\n\nNames: organization, name, address, secret, transport, tls_name, nas_identifier, nas_group, wifi_keys, wifi_key_ssids, eap_methods, serves, description, require_message_authenticator, limit_proxy_state, coa_port, is_active")
    update = _Operation("PATCH", "/gate/api/v1/aaa_client/{}/", "Change an AAA client.\n\nNames: organization, name, address, secret, transport, tls_name, nas_identifier, nas_group, wifi_keys, wifi_key_ssids, eap_methods, serves, description, require_message_authenticator, limit_proxy_state, coa_port, is_active")


class _AaaDecision(_Resource):
    list = _List("GET", "/gate/api/v1/aaa_decision/", "List decisions on RADIUS logins.\n\nNames: limit, cursor, id, datetime, username, callingstationid, calledstationid, method, outcome, client_name, profile, client, user, start_date, end_date")
    get = _Operation("GET", "/gate/api/v1/aaa_decision/{}/", "Get a decision on a RADIUS login")


class _AaaDecisionSummary(_Resource):
    get = _Operation("GET", "/gate/api/v1/aaa_decision_summary/", "Count decisions on logins by hour or reason.\n\nNames: start_date, end_date, organization, client, group_by")


class _AaaFallback(_Resource):
    list = _List("GET", "/gate/api/v1/aaa_fallback/", "List fallbacks.\n\nNames: limit, offset, cursor, ordering, id, ssid, organization, created, last_change, client, profile")
    create = _Operation("POST", "/gate/api/v1/aaa_fallback/", "Create a fallback.\n\nNames: organization, client, ssid, profile, description")
    get = _Operation("GET", "/gate/api/v1/aaa_fallback/{}/", "Get a fallback")
    delete = _Operation("DELETE", "/gate/api/v1/aaa_fallback/{}/", "Delete a fallback")
    replace = _Operation("PUT", "/gate/api/v1/aaa_fallback/{}/", "Replace a fallback.\n\nNames: organization, client, ssid, profile, description")
    update = _Operation("PATCH", "/gate/api/v1/aaa_fallback/{}/", "Change a fallback.\n\nNames: organization, client, ssid, profile, description")


class _AaaGuestSummary(_Resource):
    get = _Operation("GET", "/gate/api/v1/aaa_guest_summary/", "Count guests and their devices by day.\n\nNames: start_date, end_date, organization, location")


class _AaaLoginTest(_Resource):
    create = _Operation("POST", "/gate/api/v1/aaa_login_test/", "Try out a login as an AAA client would send it.\n\nNames: client, username, password, callingstationid")


class _AaaPacket(_Resource):
    list = _List("GET", "/gate/api/v1/aaa_packet/", "List accounting packets of no session.\n\nNames: limit, cursor, id, datetime, client_name, source, acctstatustype, acctsessionid, username, nasipaddress, client, start_date, end_date")
    get = _Operation("GET", "/gate/api/v1/aaa_packet/{}/", "Get an accounting packet of no session")


class _AaaProfile(_Resource):
    list = _List("GET", "/gate/api/v1/aaa_profile/", "List AAA profiles.\n\nNames: limit, offset, cursor, ordering, id, name, organization, priority, created, last_change")
    create = _Operation("POST", "/gate/api/v1/aaa_profile/", "Create an AAA profile.\n\nNames: organization, name, description, priority, reply_attributes, check_attributes, vlan, address_pools, eap_methods, on_limit, limit_attributes, reject_message, reject_text")
    get = _Operation("GET", "/gate/api/v1/aaa_profile/{}/", "Get an AAA profile")
    delete = _Operation("DELETE", "/gate/api/v1/aaa_profile/{}/", "Delete an AAA profile")
    replace = _Operation("PUT", "/gate/api/v1/aaa_profile/{}/", "Replace an AAA profile.\n\nNames: organization, name, description, priority, reply_attributes, check_attributes, vlan, address_pools, eap_methods, on_limit, limit_attributes, reject_message, reject_text")
    update = _Operation("PATCH", "/gate/api/v1/aaa_profile/{}/", "Change an AAA profile.\n\nNames: organization, name, description, priority, reply_attributes, check_attributes, vlan, address_pools, eap_methods, on_limit, limit_attributes, reject_message, reject_text")


class _AaaUpstream(_Resource):
    list = _List("GET", "/gate/api/v1/aaa_upstream/", "List AAA upstreams.\n\nNames: limit, offset, cursor, ordering, id, name, address, realm, transport, state, is_active, created, last_change")
    create = _Operation("POST", "/gate/api/v1/aaa_upstream/", "Create an AAA upstream.\n\nNames: organization, name, address, auth_port, acct_port, tls_port, transport, secret, require_message_authenticator, realm, strip_realm, eap, handles_authentication, handles_accounting, portal_authentication, portal_profile, portal_accounting, priority, tls_ca, tls_certificate, tls_key, tls_server_name, is_active, description")
    delete = _Operation("DELETE", "/gate/api/v1/aaa_upstream/{}/", "Delete an AAA upstream")
    get = _Operation("GET", "/gate/api/v1/aaa_upstream/{}/", "Get an AAA upstream")
    replace = _Operation("PUT", "/gate/api/v1/aaa_upstream/{}/", "Replace an AAA upstream.\n\nNames: organization, name, address, auth_port, acct_port, tls_port, transport, secret, require_message_authenticator, realm, strip_realm, eap, handles_authentication, handles_accounting, portal_authentication, portal_profile, portal_accounting, priority, tls_ca, tls_certificate, tls_key, tls_server_name, is_active, description")
    update = _Operation("PATCH", "/gate/api/v1/aaa_upstream/{}/", "Change an AAA upstream.\n\nNames: organization, name, address, auth_port, acct_port, tls_port, transport, secret, require_message_authenticator, realm, strip_realm, eap, handles_authentication, handles_accounting, portal_authentication, portal_profile, portal_accounting, priority, tls_ca, tls_certificate, tls_key, tls_server_name, is_active, description")


class _AccessPoint(_Resource):
    list = _List("GET", "/gate/api/v1/access_point/", "List access points.\n\nNames: limit, offset, cursor, ordering, id, name, organization, location, mac, ssid, identifier, device, device_status, is_active, created, last_change")
    create = _Operation("POST", "/gate/api/v1/access_point/", "Create an access point.\n\nNames: organization, location, name, description, mac, ssid, address, city, state, postal_code, country, latitude, longitude, is_active, identifier, ip, vendor, model")
    get = _Operation("GET", "/gate/api/v1/access_point/{}/", "Get an access point")
    delete = _Operation("DELETE", "/gate/api/v1/access_point/{}/", "Delete an access point")
    replace = _Operation("PUT", "/gate/api/v1/access_point/{}/", "Replace an access point.\n\nNames: organization, location, name, description, mac, ssid, address, city, state, postal_code, country, latitude, longitude, is_active, identifier, ip, vendor, model")
    update = _Operation("PATCH", "/gate/api/v1/access_point/{}/", "Change an access point.\n\nNames: organization, location, name, description, mac, ssid, address, city, state, postal_code, country, latitude, longitude, is_active, identifier, ip, vendor, model")


class _AddressLease(_Resource):
    list = _List("GET", "/gate/api/v1/address_lease/", "List address leases.\n\nNames: limit, offset, cursor, ordering, id, address, station, client, granted, held_until, pool, user, username")
    get = _Operation("GET", "/gate/api/v1/address_lease/{}/", "Get an address lease")
    delete = _Operation("DELETE", "/gate/api/v1/address_lease/{}/", "Delete an address lease: another login may get the address")


class _AddressPool(_Resource):
    list = _List("GET", "/gate/api/v1/address_pool/", "List address pools.\n\nNames: limit, offset, cursor, ordering, id, name, kind, created, last_change")
    create = _Operation("POST", "/gate/api/v1/address_pool/", "Create an address pool.\n\nNames: organization, name, kind, networks, excluded, prefix_length, sticky, hold_seconds, description")
    delete = _Operation("DELETE", "/gate/api/v1/address_pool/{}/", "Delete an address pool")
    get = _Operation("GET", "/gate/api/v1/address_pool/{}/", "Get an address pool")
    replace = _Operation("PUT", "/gate/api/v1/address_pool/{}/", "Replace an address pool.\n\nNames: organization, name, kind, networks, excluded, prefix_length, sticky, hold_seconds, description")
    update = _Operation("PATCH", "/gate/api/v1/address_pool/{}/", "Change an address pool.\n\nNames: organization, name, kind, networks, excluded, prefix_length, sticky, hold_seconds, description")


class _Alert(_Resource):
    list = _List("GET", "/control/api/v1/alert/", "List alerts.\n\nNames: limit, cursor, state, severity, kind, device, rule")
    get = _Operation("GET", "/control/api/v1/alert/{}/", "Get an alert with its history")
    acknowledge = _Operation("POST", "/control/api/v1/alert/{}/acknowledge/", "Acknowledge an alert.\n\nNames: note")


class _AlertRule(_Resource):
    list = _List("GET", "/control/api/v1/alert_rule/", "List alert rules.\n\nNames: limit, offset, cursor, ordering, id, name, organization, kind, severity, metric, is_active, updated_at")
    create = _Operation("POST", "/control/api/v1/alert_rule/", "Create an alert rule.\n\nNames: organization, name, description, kind, severity, location, type, device, metric, labels, operator, threshold, clear_threshold, polls, seconds, clear_seconds, starts_at, ends_at, is_active")
    get = _Operation("GET", "/control/api/v1/alert_rule/{}/", "Get an alert rule")
    delete = _Operation("DELETE", "/control/api/v1/alert_rule/{}/", "Delete an alert rule")
    replace = _Operation("PUT", "/control/api/v1/alert_rule/{}/", "Replace an alert rule.\n\nNames: organization, name, description, kind, severity, location, type, device, metric, labels, operator, threshold, clear_threshold, polls, seconds, clear_seconds, starts_at, ends_at, is_active")
    update = _Operation("PATCH", "/control/api/v1/alert_rule/{}/", "Change an alert rule.\n\nNames: organization, name, description, kind, severity, location, type, device, metric, labels, operator, threshold, clear_threshold, polls, seconds, clear_seconds, starts_at, ends_at, is_active")


class _Audit(_Resource):
    list = _List("GET", "/control/api/v1/audit/", "List requests that were to change something, with caller, object, fields and outcome.\n\nNames: limit, cursor, id, datetime, username, method, path, object, status, outcome, request_id, user")
    get = _Operation("GET", "/control/api/v1/audit/{}/", "Get a request that was to change something")


class _Delivery(_Resource):
    list = _List("GET", "/control/api/v1/delivery/", "List deliveries.\n\nNames: limit, offset, cursor, ordering, id, state, channel, webhook")
    get = _Operation("GET", "/control/api/v1/delivery/{}/", "Get a delivery")
    replay = _Operation("POST", "/control/api/v1/delivery/{}/replay/", "Send a delivery again that was given up")


class _DeviceAppAccessDevices(_Resource):
    list = _List("GET", "/gate/api/v1/device_app_access_devices/", "List access point devices.\n\nNames: limit, offset, cursor, ordering, id, name, organization, location, mac, ssid, identifier, is_active, created, last_change")


class _DeviceAppAccessPoints(_Resource):
    list = _List("GET", "/gate/api/v1/device_app_access_points/", "List access points.\n\nNames: limit, offset, cursor, ordering, id, name, organization, location, mac, ssid, is_active, created, last_change")


class _DeviceAppConnectionLog(_Resource):
    list = _List("GET", "/gate/api/v1/device_app_connection_log/", "List connections of devices.\n\nNames: limit, cursor, id, network_type, network_name, bssid, start_datetime, created, device, access_point, start_date, end_date")
    create = _Operation("POST", "/gate/api/v1/device_app_connection_log/", "Report a connection of a device, or a list of connections.\n\nNames: network_type, network_security, network_name, bssid, cell_id, mcc, mnc, roaming, rssi, sinr, link_speed, bytes_in, bytes_out, latitude, longitude, generic_id, imei, imsi, iccid, mac, number, start_datetime, end_datetime")


class _DeviceAppConnectionSummary(_Resource):
    list = _List("GET", "/gate/api/v1/device_app_connection_summary/", "Sum up reported connections by device and network.\n\nNames: limit, offset, cursor, start_date, end_date, device_id, app_id")


class _DeviceAppLocations(_Resource):
    list = _List("GET", "/gate/api/v1/device_app_locations/", "List locations.\n\nNames: limit, offset, cursor, ordering, id, name, organization, parent, city, country, is_active, created, last_change")


class _DeviceAppRegister(_Resource):
    create = _Operation("POST", "/gate/api/v1/device_app_register/", "Register an app on a device.\n\nNames: generic_id, imei, imsi, iccid, mac, number, os_family, os_version, os_api_level, home_mcc, home_mnc, carrier, device_type, vendor, model, app_name, app_version, push_key, external_id, klass, username, password")


class _DeviceAppTestReport(_Resource):
    list = _List("GET", "/gate/api/v1/device_app_test_report/", "List network tests of devices.\n\nNames: limit, cursor, id, network_type, network_name, test_type, destination, datetime, created, device, access_point, start_date, end_date")
    create = _Operation("POST", "/gate/api/v1/device_app_test_report/", "Report the result of a network test, or a list of results.\n\nNames: network_type, test_type, destination, value, unit, count, latitude, longitude, network_name, bssid, generic_id, imei, imsi, iccid, mac, number, datetime")


class _DeviceAppUserAuthenticate(_Resource):
    create = _Operation("POST", "/gate/api/v1/device_app_user_authenticate/", "Check a user's name and password.\n\nNames: username, password, device_id")


class _DeviceAppUserUpdate(_Resource):
    create = _Operation("POST", "/gate/api/v1/device_app_user_update/", "Change a device and its user.\n\nNames: number, imei, imsi, iccid, external_id, klass, username, password")


class _DnsfilterCategory(_Resource):
    list = _List("GET", "/control/api/v1/dnsfilter_category/", "List DNS categories.\n\nNames: limit, offset, cursor, ordering, id, name, action, created_at, updated_at")
    create = _Operation("POST", "/control/api/v1/dnsfilter_category/", "Create a DNS category.\n\nNames: organization, name, description, action, redirect_ip, hosts")
    get = _Operation("GET", "/control/api/v1/dnsfilter_category/{}/", "Get a DNS category")
    delete = _Operation("DELETE", "/control/api/v1/dnsfilter_category/{}/", "Delete a DNS category")
    replace = _Operation("PUT", "/control/api/v1/dnsfilter_category/{}/", "Replace a DNS category.\n\nNames: organization, name, description, action, redirect_ip, hosts")
    update = _Operation("PATCH", "/control/api/v1/dnsfilter_category/{}/", "Change a DNS category.\n\nNames: organization, name, description, action, redirect_ip, hosts")
    hosts = _Operation("GET", "/control/api/v1/dnsfilter_category/{}/hosts/", "Get the hosts of a DNS category")
    hosts_replace = _Operation("PUT", "/control/api/v1/dnsfilter_category/{}/hosts/", "Replace the hosts of a DNS category.\n\nNames: hosts")
    hosts_update = _Operation("PATCH", "/control/api/v1/dnsfilter_category/{}/hosts/", "Add and remove hosts of a DNS category.\n\nNames: add, remove")


class _DnsfilterCategoryget(_Resource):
    get = _Operation("GET", "/control/api/v1/dnsfilter_categoryget/", "Get the category of a DNS check.\n\nNames: uuid")


class _DnsfilterHostcheck(_Resource):
    get = _Operation("GET", "/control/api/v1/dnsfilter_hostcheck/", "Check a host against the DNS filter.\n\nNames: hostname, client_ip, category")


class _DnsfilterRule(_Resource):
    list = _List("GET", "/control/api/v1/dnsfilter_rule/", "List DNS rules.\n\nNames: limit, offset, cursor, ordering, id, name, host, category, subnet, action, is_active, created_at, updated_at")
    create = _Operation("POST", "/control/api/v1/dnsfilter_rule/", "Create a DNS rule.\n\nNames: organization, name, host, category, subnet, action, redirect_ip, reason, is_active")
    get = _Operation("GET", "/control/api/v1/dnsfilter_rule/{}/", "Get a DNS rule")
    delete = _Operation("DELETE", "/control/api/v1/dnsfilter_rule/{}/", "Delete a DNS rule")
    replace = _Operation("PUT", "/control/api/v1/dnsfilter_rule/{}/", "Replace a DNS rule.\n\nNames: organization, name, host, category, subnet, action, redirect_ip, reason, is_active")
    update = _Operation("PATCH", "/control/api/v1/dnsfilter_rule/{}/", "Change a DNS rule.\n\nNames: organization, name, host, category, subnet, action, redirect_ip, reason, is_active")


class _Events(_EventStream):
    get = _Operation("GET", "/control/api/v1/events/", "Stream events as they happen.\n\nNames: kind, organization, seconds")


class _FrontDeskChoice(_Resource):
    get = _Operation("GET", "/gate/api/v1/front_desk_choice/", "Get the profiles and locations that a front desk may give")


class _GatewayConfiguration(_Resource):
    get = _Operation("GET", "/control/api/v1/gateway_configuration/", "Get the configuration that the gateway has read")


class _GatewayHealth(_Resource):
    get = _Operation("GET", "/control/api/v1/gateway_health/", "Examine the gateway and its machine")


class _GatewayTask(_Resource):
    get = _Operation("GET", "/control/api/v1/gateway_task/", "List the periodic tasks of the gateway with their last runs")


class _HostspotAccessPoints(_Resource):
    list = _List("GET", "/gate/api/v1/hostspot_access_points/", "List access points.\n\nNames: limit, offset, cursor, ordering, id, name, organization, location, mac, ssid, is_active, created, last_change, have_coordinates")


class _HostspotLocations(_Resource):
    list = _List("GET", "/gate/api/v1/hostspot_locations/", "List locations.\n\nNames: limit, offset, cursor, ordering, id, name, organization, parent, city, country, is_active, created, last_change, have_coordinates")


class _InventoryConfiguration(_Resource):
    list = _List("GET", "/control/api/v1/inventory_configuration/", "List versions of configurations.\n\nNames: limit, cursor, device, changed_by")
    create = _Operation("POST", "/control/api/v1/inventory_configuration/", "Back up the configuration of a device.\n\nNames: device", ("wait",))
    get = _Operation("GET", "/control/api/v1/inventory_configuration/{}/", "Get a version of a configuration")
    diff = _Operation("GET", "/control/api/v1/inventory_configuration/{}/diff/", "Compare two versions of a configuration.\n\nNames: with")
    restore = _Operation("POST", "/control/api/v1/inventory_configuration/{}/restore/", "Restore a version of a configuration on its device", ("wait",))


class _InventoryConnectionProfile(_Resource):
    list = _List("GET", "/control/api/v1/inventory_connection_profile/", "List connection profiles.\n\nNames: limit, offset, cursor, ordering, id, name, created_at, updated_at")
    create = _Operation("POST", "/control/api/v1/inventory_connection_profile/", "Create a connection profile.\n\nNames: organization, name, description, connection_service, collection_service, storage_service, poll_interval, networks, username, password, private_key, snmp_community, snmp_v3, credentials")
    get = _Operation("GET", "/control/api/v1/inventory_connection_profile/{}/", "Get a connection profile")
    replace = _Operation("PUT", "/control/api/v1/inventory_connection_profile/{}/", "Replace a connection profile.\n\nNames: organization, name, description, connection_service, collection_service, storage_service, poll_interval, networks, username, password, private_key, snmp_community, snmp_v3, credentials")
    update = _Operation("PATCH", "/control/api/v1/inventory_connection_profile/{}/", "Change a connection profile.\n\nNames: organization, name, description, connection_service, collection_service, storage_service, poll_interval, networks, username, password, private_key, snmp_community, snmp_v3, credentials")
    delete = _Operation("DELETE", "/control/api/v1/inventory_connection_profile/{}/", "Delete a connection profile")


class _InventoryDevice(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device/", "List devices.\n\nNames: limit, offset, cursor, ordering, id, name, serial_number, type, status, ip_address, mac_address, location, access_point, parent, connection_profile, firmware_image, last_status_change, created_at, updated_at, organization, last_status_change_from, pending, sessions, metrics, course, update_status")
    create = _Operation("POST", "/control/api/v1/inventory_device/", "Create a device.\n\nNames: name, serial_number, type, organization, description, location, access_point, parent, latitude, longitude, manufacturer, unique_id, product_class, firmware_image, mac_address, attributes, ip_address, connection_profile, poll_interval, username, password, private_key, snmp_community, snmp_v3, credentials, host_key, tls_fingerprint")
    get = _Operation("GET", "/control/api/v1/inventory_device/{}/", "Get a device.\n\nNames: pending, sessions, metrics, course, update_status")
    replace = _Operation("PUT", "/control/api/v1/inventory_device/{}/", "Replace a device.\n\nNames: name, serial_number, type, organization, description, location, access_point, parent, latitude, longitude, manufacturer, unique_id, product_class, firmware_image, mac_address, attributes, ip_address, connection_profile, poll_interval, username, password, private_key, snmp_community, snmp_v3, credentials, host_key, tls_fingerprint")
    update = _Operation("PATCH", "/control/api/v1/inventory_device/{}/", "Change a device.\n\nNames: name, serial_number, type, organization, description, location, access_point, parent, latitude, longitude, manufacturer, unique_id, product_class, firmware_image, mac_address, attributes, ip_address, connection_profile, poll_interval, username, password, private_key, snmp_community, snmp_v3, credentials, host_key, tls_fingerprint")
    delete = _Operation("DELETE", "/control/api/v1/inventory_device/{}/", "Delete a device")


class _InventoryDeviceAvailability(_Resource):
    get = _Operation("GET", "/control/api/v1/inventory_device_availability/", "Compute how long devices were up and down.\n\nNames: start_date, end_date, organization, location, group_by")


class _InventoryDeviceDiags(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_diags/", "List diagnostics.\n\nNames: limit, cursor, status, operation, fleet_operation, series, id, update_status")
    create = _Operation("POST", "/control/api/v1/inventory_device_diags/", "Schedule a diagnostic.\n\nNames: parent_id, operation, source, run_at, expires_at, every, until, host, interface, count, timeout, packet_size, dscp, tries, max_hops, url, connections, duration, file_size, port, interval, record_type, dns_server, oids, secret, username, password, nas_identifier", ("wait",))


class _InventoryDeviceHeadlessOperation(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_headless_operation/", "List headless operations.\n\nNames: limit, cursor, status, operation, fleet_operation, series, id, update_status")
    create = _Operation("POST", "/control/api/v1/inventory_device_headless_operation/", "Schedule a headless operation.\n\nNames: parent_id, operation, variables, run_at, expires_at, every, until", ("wait", "dry_run",))


class _InventoryDeviceIpping(_Resource):
    get = _Operation("GET", "/control/api/v1/inventory_device_ipping/{}/", "Ping a device from the gateway")


class _InventoryDeviceLog(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_log/", "List entries of the device log.\n\nNames: limit, cursor, action, is_pending, is_applied, variable_name")
    get = _Operation("GET", "/control/api/v1/inventory_device_log/{}/", "Get an entry of the device log")


class _InventoryDeviceName(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_name/", "List devices.\n\nNames: limit, offset, cursor, ordering, id, name, serial_number, type, status, ip_address, mac_address, location, access_point, parent, connection_profile, firmware_image, last_status_change, created_at, updated_at, organization, last_status_change_from, pending, sessions, metrics, course, update_status")
    create = _Operation("POST", "/control/api/v1/inventory_device_name/", "Create a device.\n\nNames: name, serial_number, type, organization, description, location, access_point, parent, latitude, longitude, manufacturer, unique_id, product_class, firmware_image, mac_address, attributes, ip_address, connection_profile, poll_interval, username, password, private_key, snmp_community, snmp_v3, credentials, host_key, tls_fingerprint")
    get = _Operation("GET", "/control/api/v1/inventory_device_name/{}/", "Get a device.\n\nNames: pending, sessions, metrics, course, update_status")
    replace = _Operation("PUT", "/control/api/v1/inventory_device_name/{}/", "Replace a device.\n\nNames: name, serial_number, type, organization, description, location, access_point, parent, latitude, longitude, manufacturer, unique_id, product_class, firmware_image, mac_address, attributes, ip_address, connection_profile, poll_interval, username, password, private_key, snmp_community, snmp_v3, credentials, host_key, tls_fingerprint")
    update = _Operation("PATCH", "/control/api/v1/inventory_device_name/{}/", "Change a device.\n\nNames: name, serial_number, type, organization, description, location, access_point, parent, latitude, longitude, manufacturer, unique_id, product_class, firmware_image, mac_address, attributes, ip_address, connection_profile, poll_interval, username, password, private_key, snmp_community, snmp_v3, credentials, host_key, tls_fingerprint")
    delete = _Operation("DELETE", "/control/api/v1/inventory_device_name/{}/", "Delete a device")


class _InventoryDeviceNameDiags(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_name_diags/", "List diagnostics.\n\nNames: limit, cursor, status, operation, fleet_operation, series, id, update_status")
    create = _Operation("POST", "/control/api/v1/inventory_device_name_diags/", "Schedule a diagnostic.\n\nNames: operation, source, run_at, expires_at, every, until, host, interface, count, timeout, packet_size, dscp, tries, max_hops, url, connections, duration, file_size, port, interval, record_type, dns_server, oids, secret, username, password, nas_identifier", ("wait",))


class _InventoryDeviceNameHeadlessOperation(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_name_headless_operation/", "List headless operations.\n\nNames: limit, cursor, status, operation, fleet_operation, series, id, update_status")
    create = _Operation("POST", "/control/api/v1/inventory_device_name_headless_operation/", "Schedule a headless operation.\n\nNames: operation, variables, run_at, expires_at, every, until", ("wait", "dry_run",))


class _InventoryDeviceNameIpping(_Resource):
    get = _Operation("GET", "/control/api/v1/inventory_device_name_ipping/{}/", "Ping a device from the gateway")


class _InventoryDeviceNameOperation(_Resource):
    replace = _Operation("PUT", "/control/api/v1/inventory_device_name_operation/{}/", "Run an operation on a device.\n\nNames: operation, parameters, run_at, expires_at", ("wait",))


class _InventoryDeviceNameSetting(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_name_setting/", "List settings of a device.\n\nNames: limit, offset, cursor, parameter_id, pending")
    replace = _Operation("PUT", "/control/api/v1/inventory_device_name_setting/{}/", "Replace all settings of a device.\n\nNames: settings", ("dry_run",))
    update = _Operation("PATCH", "/control/api/v1/inventory_device_name_setting/{}/", "Change settings of a device.\n\nNames: settings", ("dry_run",))


class _InventoryDeviceNameVariables(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_name_variables/", "List variables of a device.\n\nNames: limit, offset, cursor, wildcard, force_update, pending, extra, dates")
    replace = _Operation("PUT", "/control/api/v1/inventory_device_name_variables/{}/", "Set variables of a device.\n\nNames: variables", ("dry_run",))


class _InventoryDeviceOperation(_Resource):
    replace = _Operation("PUT", "/control/api/v1/inventory_device_operation/{}/", "Run an operation on a device.\n\nNames: operation, parameters, run_at, expires_at", ("wait",))


class _InventoryDeviceSerial(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_serial/", "List devices.\n\nNames: limit, offset, cursor, ordering, id, name, serial_number, type, status, ip_address, mac_address, location, access_point, parent, connection_profile, firmware_image, last_status_change, created_at, updated_at, organization, last_status_change_from, pending, sessions, metrics, course, update_status")
    create = _Operation("POST", "/control/api/v1/inventory_device_serial/", "Create a device.\n\nNames: name, serial_number, type, organization, description, location, access_point, parent, latitude, longitude, manufacturer, unique_id, product_class, firmware_image, mac_address, attributes, ip_address, connection_profile, poll_interval, username, password, private_key, snmp_community, snmp_v3, credentials, host_key, tls_fingerprint")
    get = _Operation("GET", "/control/api/v1/inventory_device_serial/{}/", "Get a device.\n\nNames: pending, sessions, metrics, course, update_status")
    replace = _Operation("PUT", "/control/api/v1/inventory_device_serial/{}/", "Replace a device.\n\nNames: name, serial_number, type, organization, description, location, access_point, parent, latitude, longitude, manufacturer, unique_id, product_class, firmware_image, mac_address, attributes, ip_address, connection_profile, poll_interval, username, password, private_key, snmp_community, snmp_v3, credentials, host_key, tls_fingerprint")
    update = _Operation("PATCH", "/control/api/v1/inventory_device_serial/{}/", "Change a device.\n\nNames: name, serial_number, type, organization, description, location, access_point, parent, latitude, longitude, manufacturer, unique_id, product_class, firmware_image, mac_address, attributes, ip_address, connection_profile, poll_interval, username, password, private_key, snmp_community, snmp_v3, credentials, host_key, tls_fingerprint")
    delete = _Operation("DELETE", "/control/api/v1/inventory_device_serial/{}/", "Delete a device")


class _InventoryDeviceSerialDiags(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_serial_diags/", "List diagnostics.\n\nNames: limit, cursor, status, operation, fleet_operation, series, id, update_status")
    create = _Operation("POST", "/control/api/v1/inventory_device_serial_diags/", "Schedule a diagnostic.\n\nNames: operation, source, run_at, expires_at, every, until, host, interface, count, timeout, packet_size, dscp, tries, max_hops, url, connections, duration, file_size, port, interval, record_type, dns_server, oids, secret, username, password, nas_identifier", ("wait",))


class _InventoryDeviceSerialHeadlessOperation(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_serial_headless_operation/", "List headless operations.\n\nNames: limit, cursor, status, operation, fleet_operation, series, id, update_status")
    create = _Operation("POST", "/control/api/v1/inventory_device_serial_headless_operation/", "Schedule a headless operation.\n\nNames: operation, variables, run_at, expires_at, every, until", ("wait", "dry_run",))


class _InventoryDeviceSerialIpping(_Resource):
    get = _Operation("GET", "/control/api/v1/inventory_device_serial_ipping/{}/", "Ping a device from the gateway")


class _InventoryDeviceSerialOperation(_Resource):
    replace = _Operation("PUT", "/control/api/v1/inventory_device_serial_operation/{}/", "Run an operation on a device.\n\nNames: operation, parameters, run_at, expires_at", ("wait",))


class _InventoryDeviceSerialSetting(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_serial_setting/", "List settings of a device.\n\nNames: limit, offset, cursor, parameter_id, pending")
    replace = _Operation("PUT", "/control/api/v1/inventory_device_serial_setting/{}/", "Replace all settings of a device.\n\nNames: settings", ("dry_run",))
    update = _Operation("PATCH", "/control/api/v1/inventory_device_serial_setting/{}/", "Change settings of a device.\n\nNames: settings", ("dry_run",))


class _InventoryDeviceSerialVariables(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_serial_variables/", "List variables of a device.\n\nNames: limit, offset, cursor, wildcard, force_update, pending, extra, dates")
    replace = _Operation("PUT", "/control/api/v1/inventory_device_serial_variables/{}/", "Set variables of a device.\n\nNames: variables", ("dry_run",))


class _InventoryDeviceSetting(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_setting/", "List settings of a device.\n\nNames: parent_id, limit, offset, cursor, parameter_id, pending")
    replace = _Operation("PUT", "/control/api/v1/inventory_device_setting/{}/", "Replace all settings of a device.\n\nNames: settings", ("dry_run",))
    update = _Operation("PATCH", "/control/api/v1/inventory_device_setting/{}/", "Change settings of a device.\n\nNames: settings", ("dry_run",))


class _InventoryDeviceVariables(_Resource):
    list = _List("GET", "/control/api/v1/inventory_device_variables/", "List variables of a device.\n\nNames: parent_id, limit, offset, cursor, wildcard, force_update, pending, extra, dates")
    replace = _Operation("PUT", "/control/api/v1/inventory_device_variables/{}/", "Set variables of a device.\n\nNames: variables", ("dry_run",))


class _InventoryDeviceWhip(_Resource):
    get = _Operation("GET", "/control/api/v1/inventory_device_whip/{}/", "Get the available operations of a device")


class _InventoryDiscovery(_Resource):
    list = _List("GET", "/control/api/v1/inventory_discovery/", "List discoveries.\n\nNames: limit, cursor, status")
    create = _Operation("POST", "/control/api/v1/inventory_discovery/", "Search a network for devices.\n\nNames: network, connection_profiles, ping")
    get = _Operation("GET", "/control/api/v1/inventory_discovery/{}/", "Get a discovery")
    candidates = _List("GET", "/control/api/v1/inventory_discovery/{}/candidates/", "List the results of a discovery.\n\nNames: limit, offset, cursor")
    cancel = _Operation("POST", "/control/api/v1/inventory_discovery/{}/cancel/", "Cancel a discovery")


class _InventoryFirmwareImage(_Resource):
    list = _List("GET", "/control/api/v1/inventory_firmware_image/", "List firmware images.\n\nNames: limit, offset, cursor, ordering, id, name, organization, version, updated_at")
    create = _Operation("POST", "/control/api/v1/inventory_firmware_image/", "Create a firmware image.\n\nNames: organization, name, description, url, sha256, md5, version")
    get = _Operation("GET", "/control/api/v1/inventory_firmware_image/{}/", "Get a firmware image")
    replace = _Operation("PUT", "/control/api/v1/inventory_firmware_image/{}/", "Replace a firmware image.\n\nNames: organization, name, description, url, sha256, md5, version")
    update = _Operation("PATCH", "/control/api/v1/inventory_firmware_image/{}/", "Change a firmware image.\n\nNames: organization, name, description, url, sha256, md5, version")
    delete = _Operation("DELETE", "/control/api/v1/inventory_firmware_image/{}/", "Delete a firmware image")


class _InventoryFleetOperation(_Resource):
    list = _List("GET", "/control/api/v1/inventory_fleet_operation/", "List fleet operations.\n\nNames: limit, cursor, status")
    create = _Operation("POST", "/control/api/v1/inventory_fleet_operation/", "Run an operation on many devices.\n\nNames: operation, parameters, variables, devices, filter, run_at, expires_at, window, concurrency, stagger, canary, stop_after_failures, dry_run, confirm")
    get = _Operation("GET", "/control/api/v1/inventory_fleet_operation/{}/", "Get a fleet operation")
    cancel = _Operation("POST", "/control/api/v1/inventory_fleet_operation/{}/cancel/", "Cancel a fleet operation")
    devices = _List("GET", "/control/api/v1/inventory_fleet_operation/{}/devices/", "List the devices of a fleet operation.\n\nNames: limit, offset, cursor")


class _InventoryMetric(_Resource):
    list = _List("GET", "/control/api/v1/inventory_metric/", "List metrics.\n\nNames: limit, offset, cursor, ordering, id, name, type")
    get = _Operation("GET", "/control/api/v1/inventory_metric/{}/", "Get a metric.\n\nNames: name")


class _InventoryMetricLog(_Resource):
    list = _List("GET", "/control/api/v1/inventory_metric_log/", "List entries of the metric log.\n\nNames: limit, cursor, metric_name, parameter_name, interface, resolution")
    get = _Operation("GET", "/control/api/v1/inventory_metric_log/{}/", "Get an entry of the metric log")


class _InventoryParameter(_Resource):
    list = _List("GET", "/control/api/v1/inventory_parameter/", "List parameters.\n\nNames: limit, offset, cursor, ordering, id, name, short_name, variable_name, type, device_type, group")
    get = _Operation("GET", "/control/api/v1/inventory_parameter/{}/", "Get a parameter.\n\nNames: group")


class _InventorySeries(_Resource):
    list = _List("GET", "/control/api/v1/inventory_series/", "List series.\n\nNames: limit, cursor, device, status")
    get = _Operation("GET", "/control/api/v1/inventory_series/{}/", "Get a series")
    cancel = _Operation("POST", "/control/api/v1/inventory_series/{}/cancel/", "Cancel a series, and its run that has not begun")


class _InventorySiteDoctor(_Resource):
    create = _Operation("POST", "/control/api/v1/inventory_site_doctor/", "Find out what is wrong at a site.\n\nNames: parent_id, url, dns_server", ("wait",))


class _InventoryTransaction(_Resource):
    list = _List("GET", "/control/api/v1/inventory_transaction/", "List transactions.\n\nNames: limit, cursor, status, operation, fleet_operation, series")
    get = _Operation("GET", "/control/api/v1/inventory_transaction/{}/", "Get a transaction")
    cancel = _Operation("POST", "/control/api/v1/inventory_transaction/{}/cancel/", "Cancel a transaction that has not begun")


class _InventoryType(_Resource):
    list = _List("GET", "/control/api/v1/inventory_type/", "List device types.\n\nNames: limit, offset, cursor, ordering, id, name, short_name")
    get = _Operation("GET", "/control/api/v1/inventory_type/{}/", "Get a device type.\n\nNames: name")


class _InventoryVariableSet(_Resource):
    list = _List("GET", "/control/api/v1/inventory_variable_set/", "List variable sets.\n\nNames: limit, offset, cursor, ordering, id, name, organization, location, type, device, weight, updated_at")
    create = _Operation("POST", "/control/api/v1/inventory_variable_set/", "Create a variable set.\n\nNames: organization, name, description, location, type, device, weight, variables, secret_variables")
    get = _Operation("GET", "/control/api/v1/inventory_variable_set/{}/", "Get a variable set")
    replace = _Operation("PUT", "/control/api/v1/inventory_variable_set/{}/", "Replace a variable set.\n\nNames: organization, name, description, location, type, device, weight, variables, secret_variables")
    update = _Operation("PATCH", "/control/api/v1/inventory_variable_set/{}/", "Change a variable set.\n\nNames: organization, name, description, location, type, device, weight, variables, secret_variables")
    delete = _Operation("DELETE", "/control/api/v1/inventory_variable_set/{}/", "Delete a variable set")


class _Location(_Resource):
    list = _List("GET", "/gate/api/v1/location/", "List locations.\n\nNames: limit, offset, cursor, ordering, id, name, organization, parent, city, country, is_active, created, last_change")
    create = _Operation("POST", "/gate/api/v1/location/", "Create a location.\n\nNames: organization, parent, name, description, address, city, state, postal_code, country, latitude, longitude, time_zone, is_active")
    get = _Operation("GET", "/gate/api/v1/location/{}/", "Get a location")
    delete = _Operation("DELETE", "/gate/api/v1/location/{}/", "Delete a location")
    replace = _Operation("PUT", "/gate/api/v1/location/{}/", "Replace a location.\n\nNames: organization, parent, name, description, address, city, state, postal_code, country, latitude, longitude, time_zone, is_active")
    update = _Operation("PATCH", "/gate/api/v1/location/{}/", "Change a location.\n\nNames: organization, parent, name, description, address, city, state, postal_code, country, latitude, longitude, time_zone, is_active")


class _MeOrganization(_Resource):
    get = _Operation("GET", "/gate/api/v1/me/organization/", "Get the organization of the caller")


class _Organization(_Resource):
    list = _List("GET", "/gate/api/v1/organization/", "List organizations.\n\nNames: limit, offset, cursor, ordering, id, name, short_name, parent, is_active, created, last_change")
    create = _Operation("POST", "/gate/api/v1/organization/", "Create an organization below another.\n\nNames: name, short_name, description, parent, country, time_zone, platform, is_active, retention, device_networks, front_desk_profiles, language, checkout_time, reject_message, reject_text, local_realms, name_prefixes, ignore_name_case, reversible_passwords")
    get = _Operation("GET", "/gate/api/v1/organization/{}/", "Get an organization")
    replace = _Operation("PUT", "/gate/api/v1/organization/{}/", "Replace an organization.\n\nNames: name, short_name, description, parent, country, time_zone, platform, is_active, retention, device_networks, front_desk_profiles, language, checkout_time, reject_message, reject_text, local_realms, name_prefixes, ignore_name_case, reversible_passwords")
    update = _Operation("PATCH", "/gate/api/v1/organization/{}/", "Change an organization.\n\nNames: name, short_name, description, parent, country, time_zone, platform, is_active, retention, device_networks, front_desk_profiles, language, checkout_time, reject_message, reject_text, local_realms, name_prefixes, ignore_name_case, reversible_passwords")
    delete = _Operation("DELETE", "/gate/api/v1/organization/{}/", "Delete an organization")


class _PmsGuest(_Resource):
    list = _List("GET", "/gate/api/v1/pms_guest/", "List guests of hotel systems.\n\nNames: limit, offset, cursor, ordering, id, location, user, departure, checked_out, created, last_change, link, room, last_name, reservation")
    get = _Operation("GET", "/gate/api/v1/pms_guest/{}/", "Get a guest of a hotel system")


class _PmsLink(_Resource):
    list = _List("GET", "/gate/api/v1/pms_link/", "List links to hotel systems.\n\nNames: limit, offset, cursor, ordering, id, name, location, state, is_active, created, last_change")
    create = _Operation("POST", "/gate/api/v1/pms_link/", "Create a link to a hotel system.\n\nNames: organization, location, name, host, port, encoding, profile, charge_amount, charge_text, charge_period, keep_days, is_active, description")
    get = _Operation("GET", "/gate/api/v1/pms_link/{}/", "Get a link to a hotel system")
    delete = _Operation("DELETE", "/gate/api/v1/pms_link/{}/", "Delete a link to a hotel system")
    replace = _Operation("PUT", "/gate/api/v1/pms_link/{}/", "Replace a link to a hotel system.\n\nNames: organization, location, name, host, port, encoding, profile, charge_amount, charge_text, charge_period, keep_days, is_active, description")
    update = _Operation("PATCH", "/gate/api/v1/pms_link/{}/", "Change a link to a hotel system.\n\nNames: organization, location, name, host, port, encoding, profile, charge_amount, charge_text, charge_period, keep_days, is_active, description")


class _PmsPosting(_Resource):
    list = _List("GET", "/gate/api/v1/pms_posting/", "List charges that are posted to hotel systems.\n\nNames: limit, offset, cursor, ordering, id, user, created, answered, link, guest, room, state")
    get = _Operation("GET", "/gate/api/v1/pms_posting/{}/", "Get a charge that is posted to a hotel system")


class _PortalController(_Resource):
    list = _List("GET", "/gate/api/v1/portal_controller/", "List portal controllers.\n\nNames: limit, offset, cursor, ordering, id, name, vendor, location, is_active, created, last_change")
    create = _Operation("POST", "/gate/api/v1/portal_controller/", "Create a portal controller.\n\nNames: organization, location, name, vendor, url, site, username, password, secret, certificate_sha256, is_active, description")
    get = _Operation("GET", "/gate/api/v1/portal_controller/{}/", "Get a portal controller")
    delete = _Operation("DELETE", "/gate/api/v1/portal_controller/{}/", "Delete a portal controller")
    replace = _Operation("PUT", "/gate/api/v1/portal_controller/{}/", "Replace a portal controller.\n\nNames: organization, location, name, vendor, url, site, username, password, secret, certificate_sha256, is_active, description")
    update = _Operation("PATCH", "/gate/api/v1/portal_controller/{}/", "Change a portal controller.\n\nNames: organization, location, name, vendor, url, site, username, password, secret, certificate_sha256, is_active, description")


class _PortalLogin(_Resource):
    create = _Operation("POST", "/gate/api/v1/portal_login/", "Log a client in at the captive portal.\n\nNames: uid, token, ap_mac, mac, ip, original_url, timeout, password, controller, ssid, vlan, nas_id, vendor, params, user_agent")


class _PortalLogout(_Resource):
    create = _Operation("POST", "/gate/api/v1/portal_logout/", "Log a user or a device out of the captive portal.\n\nNames: uid, mac")


class _PortalPage(_Resource):
    list = _List("GET", "/gate/api/v1/portal_page/", "List portal pages.\n\nNames: limit, offset, cursor, ordering, id, name, location, is_active, created, last_change")
    create = _Operation("POST", "/gate/api/v1/portal_page/", "Create a portal page.\n\nNames: organization, location, name, title, welcome, languages, translations, login_kinds, terms, terms_version, terms_user, theme, scheme, guest_profile, login_options, payment_url, payment_key, payment_webhook_secret, look, background, css, links, is_active")
    get = _Operation("GET", "/gate/api/v1/portal_page/{}/", "Get a portal page")
    delete = _Operation("DELETE", "/gate/api/v1/portal_page/{}/", "Delete a portal page")
    replace = _Operation("PUT", "/gate/api/v1/portal_page/{}/", "Replace a portal page.\n\nNames: organization, location, name, title, welcome, languages, translations, login_kinds, terms, terms_version, terms_user, theme, scheme, guest_profile, login_options, payment_url, payment_key, payment_webhook_secret, look, background, css, links, is_active")
    update = _Operation("PATCH", "/gate/api/v1/portal_page/{}/", "Change a portal page.\n\nNames: organization, location, name, title, welcome, languages, translations, login_kinds, terms, terms_version, terms_user, theme, scheme, guest_profile, login_options, payment_url, payment_key, payment_webhook_secret, look, background, css, links, is_active")
    preview = _Operation("POST", "/gate/api/v1/portal_page/{}/preview/", "Render a portal page with other fields, without publishing them.\n\nNames: organization, location, name, title, welcome, languages, translations, login_kinds, terms, terms_version, terms_user, theme, scheme, guest_profile, login_options, payment_url, payment_key, payment_webhook_secret, look, background, css, links, is_active", ("language",))


class _PortalPageVersion(_Resource):
    list = _List("GET", "/gate/api/v1/portal_page_version/", "List versions of portal pages.\n\nNames: limit, cursor, page")
    get = _Operation("GET", "/gate/api/v1/portal_page_version/{}/", "Get a version of a portal page")
    restore = _Operation("POST", "/gate/api/v1/portal_page_version/{}/restore/", "Publish an earlier version of a portal page again")


class _PortalService(_Resource):
    list = _List("GET", "/gate/api/v1/portal_service/", "List portal services.\n\nNames: limit, offset, cursor, ordering, id, name, kind, location, is_active, created, last_change")
    create = _Operation("POST", "/gate/api/v1/portal_service/", "Create a portal service.\n\nNames: organization, location, name, kind, url, secret, settings, is_active, description")
    get = _Operation("GET", "/gate/api/v1/portal_service/{}/", "Get a portal service")
    delete = _Operation("DELETE", "/gate/api/v1/portal_service/{}/", "Delete a portal service")
    replace = _Operation("PUT", "/gate/api/v1/portal_service/{}/", "Replace a portal service.\n\nNames: organization, location, name, kind, url, secret, settings, is_active, description")
    update = _Operation("PATCH", "/gate/api/v1/portal_service/{}/", "Change a portal service.\n\nNames: organization, location, name, kind, url, secret, settings, is_active, description")


class _PrivacyJob(_Resource):
    list = _List("GET", "/gate/api/v1/privacy_job/", "List erasures and exports of persons.\n\nNames: limit, cursor, kind, user, status")
    get = _Operation("GET", "/gate/api/v1/privacy_job/{}/", "Get the report of an erasure or export")
    content = _Operation("GET", "/gate/api/v1/privacy_job/{}/content/", "Get the content of an export: a list of rows for each table")


class _Session(_Resource):
    create = _Operation("POST", "/gate/api/v1/session/", "Sign in: the reply sets the cookie of a session. A user with a second factor gets an error of `totp` without its code.\n\nNames: username, password, totp")
    get = _Operation("GET", "/gate/api/v1/session/", "List the own sessions")
    delete = _Operation("DELETE", "/gate/api/v1/session/", "Sign out: end the session of this request")


class _SessionCurrent(_Resource):
    get = _Operation("GET", "/gate/api/v1/session/current/", "Get the session of this request and its user")


class _SessionId(_Resource):
    delete = _Operation("DELETE", "/gate/api/v1/session/id/{}/", "End an own session")


class _SessionSignIn(_Resource):
    get = _Operation("GET", "/gate/api/v1/session/sign_in/", "Find out whether one can sign in here")


class _TxlogPortal(_Resource):
    list = _List("GET", "/gate/api/v1/txlog_portal/", "List portal transactions.\n\nNames: limit, cursor, id, datetime, status, username, mac, ip, session_id, type, user, page, access_point, location, start_date, end_date")
    create = _Operation("POST", "/gate/api/v1/txlog_portal/", "Report an event of a portal in front of the gateway.\n\nNames: type, status, detail, uid, ap_mac, mac, ip, page, session_id, user_agent")


class _User(_Resource):
    list = _List("GET", "/gate/api/v1/user/", "List users.\n\nNames: limit, offset, cursor, ordering, id, username, role, profile, terms_user, external_id, klass, email, expiration, is_active, last_login, created, last_change, organization")
    create = _Operation("POST", "/gate/api/v1/user/", "Create a user, or a list of users.\n\nNames: organization, username, role, profile, profiles, external_id, klass, expiration, email, first_name, last_name, language, attributes, is_active, must_change_password, password, password_hash, reversible_password")
    get = _Operation("GET", "/gate/api/v1/user/{}/", "Get a user.\n\nNames: effective_policy, access_point, location")
    replace = _Operation("PUT", "/gate/api/v1/user/{}/", "Replace a user.\n\nNames: organization, username, role, profile, profiles, external_id, klass, expiration, email, first_name, last_name, language, attributes, is_active, must_change_password, password, password_hash, reversible_password")
    update = _Operation("PATCH", "/gate/api/v1/user/{}/", "Change a user.\n\nNames: organization, username, role, profile, profiles, external_id, klass, expiration, email, first_name, last_name, language, attributes, is_active, must_change_password, password, password_hash, reversible_password")
    delete = _Operation("DELETE", "/gate/api/v1/user/{}/", "Delete a user; its accounting stays")
    erase = _Operation("POST", "/gate/api/v1/user/{}/erase/", "Erase a person: sessions stay, without an identity", ("wait",))
    export = _Operation("POST", "/gate/api/v1/user/{}/export/", "Export the data about a person", ("wait",))


class _UserCertificate(_Resource):
    list = _List("GET", "/gate/api/v1/user_certificate/", "List certificates of devices.\n\nNames: limit, offset, cursor, ordering, id, user, username, name, serial, valid_to, revoked, created")
    create = _Operation("POST", "/gate/api/v1/user_certificate/", "Issue a certificate for a device of a user.\n\nNames: user, name, days, csr")
    get = _Operation("GET", "/gate/api/v1/user_certificate/{}/", "Get a certificate of a device")
    revoke = _Operation("POST", "/gate/api/v1/user_certificate/{}/revoke/", "Revoke a certificate: its device is refused from now on, and its sessions end")


class _UserExtra(_Resource):
    list = _List("GET", "/gate/api/v1/user_extra/", "List extra records of users.\n\nNames: limit, offset, cursor, ordering, id, parent, city, country, created, last_change, organization, device")
    create = _Operation("POST", "/gate/api/v1/user_extra/", "Create an extra record of a user.\n\nNames: parent, gender, age_range, birthday, address, city, state, country, hometown, telephone, company, title, tax_id, passport_number, country_id, custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8")
    get = _Operation("GET", "/gate/api/v1/user_extra/{}/", "Get an extra record of a user.\n\nNames: device")
    replace = _Operation("PUT", "/gate/api/v1/user_extra/{}/", "Replace an extra record of a user.\n\nNames: parent, gender, age_range, birthday, address, city, state, country, hometown, telephone, company, title, tax_id, passport_number, country_id, custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8")
    update = _Operation("PATCH", "/gate/api/v1/user_extra/{}/", "Change an extra record of a user.\n\nNames: parent, gender, age_range, birthday, address, city, state, country, hometown, telephone, company, title, tax_id, passport_number, country_id, custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8")
    delete = _Operation("DELETE", "/gate/api/v1/user_extra/{}/", "Delete an extra record of a user")


class _UserKey(_Resource):
    list = _List("GET", "/gate/api/v1/user_key/", "List Wi-Fi keys.\n\nNames: limit, offset, cursor, ordering, id, user, username, name, created")
    create = _Operation("POST", "/gate/api/v1/user_key/", "Create a Wi-Fi key.\n\nNames: user, name, key")
    get = _Operation("GET", "/gate/api/v1/user_key/{}/", "Get a Wi-Fi key")
    replace = _Operation("PUT", "/gate/api/v1/user_key/{}/", "Replace a Wi-Fi key, but not the key itself.\n\nNames: name")
    update = _Operation("PATCH", "/gate/api/v1/user_key/{}/", "Change a Wi-Fi key, but not the key itself.\n\nNames: name")
    delete = _Operation("DELETE", "/gate/api/v1/user_key/{}/", "Delete a Wi-Fi key; the sessions of its devices end")


class _UserKeyDevice(_Resource):
    list = _List("GET", "/gate/api/v1/user_key_device/", "List devices of Wi-Fi keys.\n\nNames: limit, offset, cursor, ordering, id, user_key, user, username, mac, created, last_used")
    create = _Operation("POST", "/gate/api/v1/user_key_device/", "Bind a device to a Wi-Fi key before it is used.\n\nNames: user_key, mac")
    get = _Operation("GET", "/gate/api/v1/user_key_device/{}/", "Get a device of a Wi-Fi key")
    replace = _Operation("PUT", "/gate/api/v1/user_key_device/{}/", "Replace a device of a Wi-Fi key.\n\nNames: user_key, mac")
    update = _Operation("PATCH", "/gate/api/v1/user_key_device/{}/", "Change a device of a Wi-Fi key.\n\nNames: user_key, mac")
    delete = _Operation("DELETE", "/gate/api/v1/user_key_device/{}/", "Delete a device of a Wi-Fi key; its sessions end")


class _UserSource(_Resource):
    list = _List("GET", "/gate/api/v1/user_source/", "List user sources.\n\nNames: limit, offset, cursor, ordering, id, name, state, is_active, created, last_change")
    create = _Operation("POST", "/gate/api/v1/user_source/", "Create a user source.\n\nNames: organization, name, addresses, port, protection, tls_ca, tls_server_name, bind_dn, bind_password, base_dn, username_attribute, user_filter, group_base_dn, group_filter, groups, requires_group, profile, priority, timeout_seconds, cache_hours, is_active, description")
    get = _Operation("GET", "/gate/api/v1/user_source/{}/", "Get a user source")
    delete = _Operation("DELETE", "/gate/api/v1/user_source/{}/", "Delete a user source")
    replace = _Operation("PUT", "/gate/api/v1/user_source/{}/", "Replace a user source.\n\nNames: organization, name, addresses, port, protection, tls_ca, tls_server_name, bind_dn, bind_password, base_dn, username_attribute, user_filter, group_base_dn, group_filter, groups, requires_group, profile, priority, timeout_seconds, cache_hours, is_active, description")
    update = _Operation("PATCH", "/gate/api/v1/user_source/{}/", "Change a user source.\n\nNames: organization, name, addresses, port, protection, tls_ca, tls_server_name, bind_dn, bind_password, base_dn, username_attribute, user_filter, group_base_dn, group_filter, groups, requires_group, profile, priority, timeout_seconds, cache_hours, is_active, description")


class _UserToken(_Resource):
    list = _List("GET", "/gate/api/v1/user_token/", "List user tokens.\n\nNames: limit, offset, cursor, ordering, id, kind, user, name, batch, profile, external_id, location, valid_from, expiration, until_checkout, is_active, read_only, first_used, last_used, created, username, organization, balance, sheet")
    create = _Operation("POST", "/gate/api/v1/user_token/", "Create a user token, or a batch of vouchers.\n\nNames: kind, username, name, expiration, is_active, user, read_only, password, organization, profile, external_id, klass, time, octets, burn, location, valid_from, devices, price, until_checkout, count, generate_password, prefix, length, alphabet", ("sheet",))
    get = _Operation("GET", "/gate/api/v1/user_token/{}/", "Get a user token.\n\nNames: balance, effective_policy, access_point, location")
    replace = _Operation("PUT", "/gate/api/v1/user_token/{}/", "Replace a user token.\n\nNames: kind, username, name, expiration, is_active, user, read_only, password, organization, profile, external_id, klass, time, octets, burn, location, valid_from, devices, price, until_checkout")
    update = _Operation("PATCH", "/gate/api/v1/user_token/{}/", "Change a user token.\n\nNames: kind, username, name, expiration, is_active, user, read_only, password, organization, profile, external_id, klass, time, octets, burn, location, valid_from, devices, price, until_checkout")
    delete = _Operation("DELETE", "/gate/api/v1/user_token/{}/", "Delete a user token; a `network` token is deleted with its user")


class _UserTokenBatch(_Resource):
    update = _Operation("PATCH", "/gate/api/v1/user_token_batch/{}/", "Extend or revoke the vouchers of a batch.\n\nNames: is_active, expiration, until_checkout, add_time, add_octets")
    delete = _Operation("DELETE", "/gate/api/v1/user_token_batch/{}/", "Delete the vouchers of a batch; their accounting stays")


class _UserTokenBatchSummary(_Resource):
    get = _Operation("GET", "/gate/api/v1/user_token_batch_summary/", "Count vouchers by batch: made, used and left.\n\nNames: start_date, end_date, organization, location")


class _UserTotp(_Resource):
    get = _Operation("GET", "/gate/api/v1/user_totp/", "Get the state of the own second factor")
    create = _Operation("POST", "/gate/api/v1/user_totp/", "Begin the enrolment of an own second factor: the reply has the secret, once.\n\nNames: password")


class _UserTotpConfirm(_Resource):
    create = _Operation("POST", "/gate/api/v1/user_totp/confirm/", "End the enrolment with the first code; other sessions of the user end.\n\nNames: totp")


class _UserTotpRecoveryCodes(_Resource):
    create = _Operation("POST", "/gate/api/v1/user_totp/recovery_codes/", "Replace the own recovery codes.\n\nNames: totp")


class _UserTotpRemove(_Resource):
    create = _Operation("POST", "/gate/api/v1/user_totp/remove/", "Remove the own second factor.\n\nNames: totp")


class _UserTotpUser(_Resource):
    get = _Operation("GET", "/gate/api/v1/user_totp/user/{}/", "Get the state of the second factor of a user")
    delete = _Operation("DELETE", "/gate/api/v1/user_totp/user/{}/", "Remove the second factor of a user who has lost it, and end its sessions")


class _UserUsername(_Resource):
    get = _Operation("GET", "/gate/api/v1/user/username/{}/", "Get a user.\n\nNames: effective_policy, access_point, location")
    replace = _Operation("PUT", "/gate/api/v1/user/username/{}/", "Replace a user.\n\nNames: organization, username, role, profile, profiles, external_id, klass, expiration, email, first_name, last_name, language, attributes, is_active, must_change_password, password, password_hash, reversible_password")
    update = _Operation("PATCH", "/gate/api/v1/user/username/{}/", "Change a user.\n\nNames: organization, username, role, profile, profiles, external_id, klass, expiration, email, first_name, last_name, language, attributes, is_active, must_change_password, password, password_hash, reversible_password")
    delete = _Operation("DELETE", "/gate/api/v1/user/username/{}/", "Delete a user; its accounting stays")
    erase = _Operation("POST", "/gate/api/v1/user/username/{}/erase/", "Erase a person: sessions stay, without an identity", ("wait",))
    export = _Operation("POST", "/gate/api/v1/user/username/{}/export/", "Export the data about a person", ("wait",))


class _Webhook(_Resource):
    list = _List("GET", "/control/api/v1/webhook/", "List webhooks.\n\nNames: limit, offset, cursor, ordering, id, name, organization, is_active, updated_at")
    create = _Operation("POST", "/control/api/v1/webhook/", "Create a webhook.\n\nNames: organization, name, url, secret, template, events, min_severity, is_active")
    get = _Operation("GET", "/control/api/v1/webhook/{}/", "Get a webhook")
    delete = _Operation("DELETE", "/control/api/v1/webhook/{}/", "Delete a webhook")
    replace = _Operation("PUT", "/control/api/v1/webhook/{}/", "Replace a webhook.\n\nNames: organization, name, url, secret, template, events, min_severity, is_active")
    update = _Operation("PATCH", "/control/api/v1/webhook/{}/", "Change a webhook.\n\nNames: organization, name, url, secret, template, events, min_severity, is_active")
    deliveries = _List("GET", "/control/api/v1/webhook/{}/deliveries/", "List the deliveries of a webhook.\n\nNames: limit, offset, cursor, state")
    replay = _Operation("POST", "/control/api/v1/webhook/{}/replay/", "Send the deliveries again that were given up.\n\nNames: deliveries")
    test = _Operation("POST", "/control/api/v1/webhook/{}/test/", "Call a webhook to try it")


class _WifiNetwork(_Resource):
    list = _List("GET", "/gate/api/v1/wifi_network/", "List Wi-Fi networks.\n\nNames: limit, offset, cursor, ordering, id, location, ssid, security, is_on_portal, created, last_change")
    create = _Operation("POST", "/gate/api/v1/wifi_network/", "Create a Wi-Fi network.\n\nNames: organization, location, ssid, is_hidden, security, methods, server_name, trusted_ca, certificate_days, passpoint_domain, roaming_consortiums, is_on_portal, description")
    get = _Operation("GET", "/gate/api/v1/wifi_network/{}/", "Get a Wi-Fi network")
    delete = _Operation("DELETE", "/gate/api/v1/wifi_network/{}/", "Delete a Wi-Fi network")
    replace = _Operation("PUT", "/gate/api/v1/wifi_network/{}/", "Replace a Wi-Fi network.\n\nNames: organization, location, ssid, is_hidden, security, methods, server_name, trusted_ca, certificate_days, passpoint_domain, roaming_consortiums, is_on_portal, description")
    update = _Operation("PATCH", "/gate/api/v1/wifi_network/{}/", "Change a Wi-Fi network.\n\nNames: organization, location, ssid, is_hidden, security, methods, server_name, trusted_ca, certificate_days, passpoint_domain, roaming_consortiums, is_on_portal, description")
    profile = _Operation("POST", "/gate/api/v1/wifi_network/{}/profile/", "Make the profile by which a device of a user joins a Wi-Fi network.\n\nNames: format, user, method, device")


class _Resources:
    aaa_accounting: _AaaAccounting
    aaa_authorization_change: _AaaAuthorizationChange
    aaa_client: _AaaClient
    aaa_decision: _AaaDecision
    aaa_decision_summary: _AaaDecisionSummary
    aaa_fallback: _AaaFallback
    aaa_guest_summary: _AaaGuestSummary
    aaa_login_test: _AaaLoginTest
    aaa_packet: _AaaPacket
    aaa_profile: _AaaProfile
    aaa_upstream: _AaaUpstream
    access_point: _AccessPoint
    address_lease: _AddressLease
    address_pool: _AddressPool
    alert: _Alert
    alert_rule: _AlertRule
    audit: _Audit
    delivery: _Delivery
    device_app_access_devices: _DeviceAppAccessDevices
    device_app_access_points: _DeviceAppAccessPoints
    device_app_connection_log: _DeviceAppConnectionLog
    device_app_connection_summary: _DeviceAppConnectionSummary
    device_app_locations: _DeviceAppLocations
    device_app_register: _DeviceAppRegister
    device_app_test_report: _DeviceAppTestReport
    device_app_user_authenticate: _DeviceAppUserAuthenticate
    device_app_user_update: _DeviceAppUserUpdate
    dnsfilter_category: _DnsfilterCategory
    dnsfilter_categoryget: _DnsfilterCategoryget
    dnsfilter_hostcheck: _DnsfilterHostcheck
    dnsfilter_rule: _DnsfilterRule
    events: _Events
    front_desk_choice: _FrontDeskChoice
    gateway_configuration: _GatewayConfiguration
    gateway_health: _GatewayHealth
    gateway_task: _GatewayTask
    hostspot_access_points: _HostspotAccessPoints
    hostspot_locations: _HostspotLocations
    inventory_configuration: _InventoryConfiguration
    inventory_connection_profile: _InventoryConnectionProfile
    inventory_device: _InventoryDevice
    inventory_device_availability: _InventoryDeviceAvailability
    inventory_device_diags: _InventoryDeviceDiags
    inventory_device_headless_operation: _InventoryDeviceHeadlessOperation
    inventory_device_ipping: _InventoryDeviceIpping
    inventory_device_log: _InventoryDeviceLog
    inventory_device_name: _InventoryDeviceName
    inventory_device_name_diags: _InventoryDeviceNameDiags
    inventory_device_name_headless_operation: _InventoryDeviceNameHeadlessOperation
    inventory_device_name_ipping: _InventoryDeviceNameIpping
    inventory_device_name_operation: _InventoryDeviceNameOperation
    inventory_device_name_setting: _InventoryDeviceNameSetting
    inventory_device_name_variables: _InventoryDeviceNameVariables
    inventory_device_operation: _InventoryDeviceOperation
    inventory_device_serial: _InventoryDeviceSerial
    inventory_device_serial_diags: _InventoryDeviceSerialDiags
    inventory_device_serial_headless_operation: _InventoryDeviceSerialHeadlessOperation
    inventory_device_serial_ipping: _InventoryDeviceSerialIpping
    inventory_device_serial_operation: _InventoryDeviceSerialOperation
    inventory_device_serial_setting: _InventoryDeviceSerialSetting
    inventory_device_serial_variables: _InventoryDeviceSerialVariables
    inventory_device_setting: _InventoryDeviceSetting
    inventory_device_variables: _InventoryDeviceVariables
    inventory_device_whip: _InventoryDeviceWhip
    inventory_discovery: _InventoryDiscovery
    inventory_firmware_image: _InventoryFirmwareImage
    inventory_fleet_operation: _InventoryFleetOperation
    inventory_metric: _InventoryMetric
    inventory_metric_log: _InventoryMetricLog
    inventory_parameter: _InventoryParameter
    inventory_series: _InventorySeries
    inventory_site_doctor: _InventorySiteDoctor
    inventory_transaction: _InventoryTransaction
    inventory_type: _InventoryType
    inventory_variable_set: _InventoryVariableSet
    location: _Location
    me_organization: _MeOrganization
    organization: _Organization
    pms_guest: _PmsGuest
    pms_link: _PmsLink
    pms_posting: _PmsPosting
    portal_controller: _PortalController
    portal_login: _PortalLogin
    portal_logout: _PortalLogout
    portal_page: _PortalPage
    portal_page_version: _PortalPageVersion
    portal_service: _PortalService
    privacy_job: _PrivacyJob
    session: _Session
    session_current: _SessionCurrent
    session_id: _SessionId
    session_sign_in: _SessionSignIn
    txlog_portal: _TxlogPortal
    user: _User
    user_certificate: _UserCertificate
    user_extra: _UserExtra
    user_key: _UserKey
    user_key_device: _UserKeyDevice
    user_source: _UserSource
    user_token: _UserToken
    user_token_batch: _UserTokenBatch
    user_token_batch_summary: _UserTokenBatchSummary
    user_totp: _UserTotp
    user_totp_confirm: _UserTotpConfirm
    user_totp_recovery_codes: _UserTotpRecoveryCodes
    user_totp_remove: _UserTotpRemove
    user_totp_user: _UserTotpUser
    user_username: _UserUsername
    webhook: _Webhook
    wifi_network: _WifiNetwork

    def __init__(self, gate: _Client) -> None:
        self.aaa_accounting = _AaaAccounting(gate)
        self.aaa_authorization_change = _AaaAuthorizationChange(gate)
        self.aaa_client = _AaaClient(gate)
        self.aaa_decision = _AaaDecision(gate)
        self.aaa_decision_summary = _AaaDecisionSummary(gate)
        self.aaa_fallback = _AaaFallback(gate)
        self.aaa_guest_summary = _AaaGuestSummary(gate)
        self.aaa_login_test = _AaaLoginTest(gate)
        self.aaa_packet = _AaaPacket(gate)
        self.aaa_profile = _AaaProfile(gate)
        self.aaa_upstream = _AaaUpstream(gate)
        self.access_point = _AccessPoint(gate)
        self.address_lease = _AddressLease(gate)
        self.address_pool = _AddressPool(gate)
        self.alert = _Alert(gate)
        self.alert_rule = _AlertRule(gate)
        self.audit = _Audit(gate)
        self.delivery = _Delivery(gate)
        self.device_app_access_devices = _DeviceAppAccessDevices(gate)
        self.device_app_access_points = _DeviceAppAccessPoints(gate)
        self.device_app_connection_log = _DeviceAppConnectionLog(gate)
        self.device_app_connection_summary = _DeviceAppConnectionSummary(gate)
        self.device_app_locations = _DeviceAppLocations(gate)
        self.device_app_register = _DeviceAppRegister(gate)
        self.device_app_test_report = _DeviceAppTestReport(gate)
        self.device_app_user_authenticate = _DeviceAppUserAuthenticate(gate)
        self.device_app_user_update = _DeviceAppUserUpdate(gate)
        self.dnsfilter_category = _DnsfilterCategory(gate)
        self.dnsfilter_categoryget = _DnsfilterCategoryget(gate)
        self.dnsfilter_hostcheck = _DnsfilterHostcheck(gate)
        self.dnsfilter_rule = _DnsfilterRule(gate)
        self.events = _Events(gate)
        self.front_desk_choice = _FrontDeskChoice(gate)
        self.gateway_configuration = _GatewayConfiguration(gate)
        self.gateway_health = _GatewayHealth(gate)
        self.gateway_task = _GatewayTask(gate)
        self.hostspot_access_points = _HostspotAccessPoints(gate)
        self.hostspot_locations = _HostspotLocations(gate)
        self.inventory_configuration = _InventoryConfiguration(gate)
        self.inventory_connection_profile = _InventoryConnectionProfile(gate)
        self.inventory_device = _InventoryDevice(gate)
        self.inventory_device_availability = _InventoryDeviceAvailability(gate)
        self.inventory_device_diags = _InventoryDeviceDiags(gate)
        self.inventory_device_headless_operation = _InventoryDeviceHeadlessOperation(gate)
        self.inventory_device_ipping = _InventoryDeviceIpping(gate)
        self.inventory_device_log = _InventoryDeviceLog(gate)
        self.inventory_device_name = _InventoryDeviceName(gate)
        self.inventory_device_name_diags = _InventoryDeviceNameDiags(gate)
        self.inventory_device_name_headless_operation = _InventoryDeviceNameHeadlessOperation(gate)
        self.inventory_device_name_ipping = _InventoryDeviceNameIpping(gate)
        self.inventory_device_name_operation = _InventoryDeviceNameOperation(gate)
        self.inventory_device_name_setting = _InventoryDeviceNameSetting(gate)
        self.inventory_device_name_variables = _InventoryDeviceNameVariables(gate)
        self.inventory_device_operation = _InventoryDeviceOperation(gate)
        self.inventory_device_serial = _InventoryDeviceSerial(gate)
        self.inventory_device_serial_diags = _InventoryDeviceSerialDiags(gate)
        self.inventory_device_serial_headless_operation = _InventoryDeviceSerialHeadlessOperation(gate)
        self.inventory_device_serial_ipping = _InventoryDeviceSerialIpping(gate)
        self.inventory_device_serial_operation = _InventoryDeviceSerialOperation(gate)
        self.inventory_device_serial_setting = _InventoryDeviceSerialSetting(gate)
        self.inventory_device_serial_variables = _InventoryDeviceSerialVariables(gate)
        self.inventory_device_setting = _InventoryDeviceSetting(gate)
        self.inventory_device_variables = _InventoryDeviceVariables(gate)
        self.inventory_device_whip = _InventoryDeviceWhip(gate)
        self.inventory_discovery = _InventoryDiscovery(gate)
        self.inventory_firmware_image = _InventoryFirmwareImage(gate)
        self.inventory_fleet_operation = _InventoryFleetOperation(gate)
        self.inventory_metric = _InventoryMetric(gate)
        self.inventory_metric_log = _InventoryMetricLog(gate)
        self.inventory_parameter = _InventoryParameter(gate)
        self.inventory_series = _InventorySeries(gate)
        self.inventory_site_doctor = _InventorySiteDoctor(gate)
        self.inventory_transaction = _InventoryTransaction(gate)
        self.inventory_type = _InventoryType(gate)
        self.inventory_variable_set = _InventoryVariableSet(gate)
        self.location = _Location(gate)
        self.me_organization = _MeOrganization(gate)
        self.organization = _Organization(gate)
        self.pms_guest = _PmsGuest(gate)
        self.pms_link = _PmsLink(gate)
        self.pms_posting = _PmsPosting(gate)
        self.portal_controller = _PortalController(gate)
        self.portal_login = _PortalLogin(gate)
        self.portal_logout = _PortalLogout(gate)
        self.portal_page = _PortalPage(gate)
        self.portal_page_version = _PortalPageVersion(gate)
        self.portal_service = _PortalService(gate)
        self.privacy_job = _PrivacyJob(gate)
        self.session = _Session(gate)
        self.session_current = _SessionCurrent(gate)
        self.session_id = _SessionId(gate)
        self.session_sign_in = _SessionSignIn(gate)
        self.txlog_portal = _TxlogPortal(gate)
        self.user = _User(gate)
        self.user_certificate = _UserCertificate(gate)
        self.user_extra = _UserExtra(gate)
        self.user_key = _UserKey(gate)
        self.user_key_device = _UserKeyDevice(gate)
        self.user_source = _UserSource(gate)
        self.user_token = _UserToken(gate)
        self.user_token_batch = _UserTokenBatch(gate)
        self.user_token_batch_summary = _UserTokenBatchSummary(gate)
        self.user_totp = _UserTotp(gate)
        self.user_totp_confirm = _UserTotpConfirm(gate)
        self.user_totp_recovery_codes = _UserTotpRecoveryCodes(gate)
        self.user_totp_remove = _UserTotpRemove(gate)
        self.user_totp_user = _UserTotpUser(gate)
        self.user_username = _UserUsername(gate)
        self.webhook = _Webhook(gate)
        self.wifi_network = _WifiNetwork(gate)


# end of operations


class Gatehouse(_Client, _Resources):
    """A gateway, with the token of a user.

    url:        its address, such as https://gate.example:8443
    token:      an API token, or `token_file` with one
    ca_file:    PEM of the CA of the gateway, where the system does not know it
    timeout:    longest wait for an answer, in seconds
    """

    def __init__(
        self,
        url: str,
        token: Optional[str] = None,
        token_file: Optional[str] = None,
        ca_file: Optional[str] = None,
        timeout: float = 60,
    ) -> None:
        if token is None:
            if token_file is None:
                raise TypeError("Gatehouse needs a token or a token_file")
            with open(token_file, encoding="ascii") as file:
                token = file.read().strip()
        _Client.__init__(self, url, token, ca_file, timeout)
        _Resources.__init__(self, self)

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError("no resource %r; dir() of the client lists them" % name)
