"""Client of the APIs of Gatehouse: one file, Python 3.9 or newer, no other packages.

    from gatehouse_client import Gatehouse

    gate = Gatehouse("https://gate.example:8443", token_file="gate.token", ca_file="ca.crt")
    lobby = gate.inventory_device.create(name="lobby", type="linux", ip_address="192.0.2.10")
    gate.inventory_device.update(lobby["id"], description="at the desk")
    for session in gate.aaa_accounting.list.all(session_status="active"):
        print(session["username"])

A resource is an attribute of the client, an operation an attribute of its resource: `dir(gate)`, `dir(gate.user)`. What
stands in the path are arguments in their order; fields and filters are named arguments, or `body=` for a whole body. An
operation returns the JSON of the reply; of a list, `all` follows the pages. A refused request is a GatehouseError.
"""

import datetime
import json
import ssl
import urllib.error
import urllib.parse
import urllib.request

__all__ = ["Gatehouse", "GatehouseError"]


class GatehouseError(Exception):
    """A reply that is no success: `status`, and `errors` as the gateway gives them, by field."""

    def __init__(self, status, errors):
        super().__init__("the gateway answers %s: %s" % (status, errors))
        self.status = status
        self.errors = errors


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Leaves redirects alone: the token is for the gateway that was named."""

    def redirect_request(self, *_):
        return None


class Gatehouse:
    """A gateway, with the token of a user.

    url:        its address, such as https://gate.example:8443
    token:      an API token, or `token_file` with one
    ca_file:    PEM of the CA of the gateway, where the system does not know it
    timeout:    longest wait for an answer in seconds
    """

    def __init__(self, url, token=None, token_file=None, ca_file=None, timeout=60):
        if token is None:
            with open(token_file, encoding="ascii") as file:
                token = file.read().strip()
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout
        context = ssl.create_default_context(cafile=ca_file)
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), _NoRedirect
        )

    def __getattr__(self, name):
        if name not in _OPERATIONS:
            raise AttributeError("no resource %r; dir() of the client lists them" % name)
        return _Resource(self, name)

    def __dir__(self):
        return [*super().__dir__(), *_OPERATIONS]

    def request(self, method, path, query=None, body=None, headers=None):
        """Sends a request; returns the JSON of the reply, other content as bytes, and None if there is none."""
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
            with self._opener.open(sent, timeout=self._timeout) as reply:
                return _content(reply)
        except urllib.error.HTTPError as error:
            with error:
                raise GatehouseError(error.code, _content(error)) from None


class _Resource:
    def __init__(self, gate, name):
        self._gate = gate
        self._name = name

    def __getattr__(self, action):
        operation = _OPERATIONS[self._name].get(action)
        if operation is None:
            actions = ", ".join(_OPERATIONS[self._name])
            raise AttributeError("%s has no %r; it has %s" % (self._name, action, actions))
        return _Operation(self._gate, *operation)

    def __dir__(self):
        return [*super().__dir__(), *_OPERATIONS[self._name]]


class _Operation:
    def __init__(self, gate, method, path, parameters=()):
        self._gate = gate
        self._method = method
        self._path = path
        self._parameters = parameters

    def __call__(self, *operands, body=None, headers=None, **fields):
        path = self._path_of(operands)
        if self._method in ("GET", "DELETE"):
            return self._gate.request(self._method, path, query=fields, headers=headers)
        query = {name: fields.pop(name) for name in self._parameters if name in fields}
        whole = fields if body is None else {**body, **fields} if fields else body
        return self._gate.request(self._method, path, query=query, body=whole, headers=headers)

    def all(self, *operands, **filters):
        """Yields the rows of a list to its end."""
        path = self._path_of(operands)
        query = {"limit": 1000, **filters}
        while query is not None:
            page = self._gate.request("GET", path, query=query)
            yield from page["results"]
            following = page["next"]
            query = following and dict(
                urllib.parse.parse_qsl(urllib.parse.urlsplit(following).query, keep_blank_values=True)
            )

    def _path_of(self, operands):
        parts = self._path.split("{}")
        if len(operands) != len(parts) - 1:
            raise TypeError("%s takes %d arguments, not %d" % (self._path, len(parts) - 1, len(operands)))
        path = parts[0]
        for operand, part in zip(operands, parts[1:]):
            if str(operand) in ("", ".", ".."):
                raise ValueError("%r cannot stand in an address" % (operand,))
            path += urllib.parse.quote(str(operand), safe="") + part
        return path


def _content(reply):
    data = reply.read()
    if not data:
        return None
    kind = reply.headers.get_content_type()
    return json.loads(data) if kind.endswith("json") else data


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(item) for item in value)
    return _json(value) if isinstance(value, datetime.datetime) else str(value)


def _json(value):
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    raise TypeError("%r is no JSON" % (value,))


# Method, path and, of an operation with a body, the parameters of its query. Written by `npm run generate`.
_OPERATIONS = {
# begin of operations
    "aaa_accounting": {
        "list": ("GET", "/gate/api/v1/aaa_accounting/"),
        "get": ("GET", "/gate/api/v1/aaa_accounting/{}/"),
        "disconnect": ("POST", "/gate/api/v1/aaa_accounting/{}/disconnect/"),
        "coa": ("POST", "/gate/api/v1/aaa_accounting/{}/coa/"),
    },
    "aaa_authorization_change": {
        "list": ("GET", "/gate/api/v1/aaa_authorization_change/"),
        "get": ("GET", "/gate/api/v1/aaa_authorization_change/{}/"),
    },
    "aaa_client": {
        "list": ("GET", "/gate/api/v1/aaa_client/"),
        "create": ("POST", "/gate/api/v1/aaa_client/"),
        "get": ("GET", "/gate/api/v1/aaa_client/{}/"),
        "delete": ("DELETE", "/gate/api/v1/aaa_client/{}/"),
        "replace": ("PUT", "/gate/api/v1/aaa_client/{}/"),
        "update": ("PATCH", "/gate/api/v1/aaa_client/{}/"),
    },
    "aaa_decision": {
        "list": ("GET", "/gate/api/v1/aaa_decision/"),
        "get": ("GET", "/gate/api/v1/aaa_decision/{}/"),
    },
    "aaa_packet": {
        "list": ("GET", "/gate/api/v1/aaa_packet/"),
        "get": ("GET", "/gate/api/v1/aaa_packet/{}/"),
    },
    "aaa_profile": {
        "list": ("GET", "/gate/api/v1/aaa_profile/"),
        "create": ("POST", "/gate/api/v1/aaa_profile/"),
        "get": ("GET", "/gate/api/v1/aaa_profile/{}/"),
        "delete": ("DELETE", "/gate/api/v1/aaa_profile/{}/"),
        "replace": ("PUT", "/gate/api/v1/aaa_profile/{}/"),
        "update": ("PATCH", "/gate/api/v1/aaa_profile/{}/"),
    },
    "aaa_upstream": {
        "list": ("GET", "/gate/api/v1/aaa_upstream/"),
        "create": ("POST", "/gate/api/v1/aaa_upstream/"),
        "delete": ("DELETE", "/gate/api/v1/aaa_upstream/{}/"),
        "get": ("GET", "/gate/api/v1/aaa_upstream/{}/"),
        "replace": ("PUT", "/gate/api/v1/aaa_upstream/{}/"),
        "update": ("PATCH", "/gate/api/v1/aaa_upstream/{}/"),
    },
    "access_point": {
        "list": ("GET", "/gate/api/v1/access_point/"),
        "create": ("POST", "/gate/api/v1/access_point/"),
        "get": ("GET", "/gate/api/v1/access_point/{}/"),
        "delete": ("DELETE", "/gate/api/v1/access_point/{}/"),
        "replace": ("PUT", "/gate/api/v1/access_point/{}/"),
        "update": ("PATCH", "/gate/api/v1/access_point/{}/"),
    },
    "alert": {
        "list": ("GET", "/control/api/v1/alert/"),
        "get": ("GET", "/control/api/v1/alert/{}/"),
        "acknowledge": ("POST", "/control/api/v1/alert/{}/acknowledge/"),
    },
    "alert_rule": {
        "list": ("GET", "/control/api/v1/alert_rule/"),
        "create": ("POST", "/control/api/v1/alert_rule/"),
        "get": ("GET", "/control/api/v1/alert_rule/{}/"),
        "delete": ("DELETE", "/control/api/v1/alert_rule/{}/"),
        "replace": ("PUT", "/control/api/v1/alert_rule/{}/"),
        "update": ("PATCH", "/control/api/v1/alert_rule/{}/"),
    },
    "audit": {
        "list": ("GET", "/control/api/v1/audit/"),
        "get": ("GET", "/control/api/v1/audit/{}/"),
    },
    "device_app_access_devices": {
        "list": ("GET", "/gate/api/v1/device_app_access_devices/"),
    },
    "device_app_access_points": {
        "list": ("GET", "/gate/api/v1/device_app_access_points/"),
    },
    "device_app_connection_log": {
        "list": ("GET", "/gate/api/v1/device_app_connection_log/"),
        "create": ("POST", "/gate/api/v1/device_app_connection_log/"),
    },
    "device_app_connection_summary": {
        "list": ("GET", "/gate/api/v1/device_app_connection_summary/"),
    },
    "device_app_locations": {
        "list": ("GET", "/gate/api/v1/device_app_locations/"),
    },
    "device_app_register": {
        "create": ("POST", "/gate/api/v1/device_app_register/"),
    },
    "device_app_test_report": {
        "list": ("GET", "/gate/api/v1/device_app_test_report/"),
        "create": ("POST", "/gate/api/v1/device_app_test_report/"),
    },
    "device_app_user_authenticate": {
        "create": ("POST", "/gate/api/v1/device_app_user_authenticate/"),
    },
    "device_app_user_update": {
        "create": ("POST", "/gate/api/v1/device_app_user_update/"),
    },
    "dnsfilter_category": {
        "list": ("GET", "/control/api/v1/dnsfilter_category/"),
        "create": ("POST", "/control/api/v1/dnsfilter_category/"),
        "get": ("GET", "/control/api/v1/dnsfilter_category/{}/"),
        "delete": ("DELETE", "/control/api/v1/dnsfilter_category/{}/"),
        "replace": ("PUT", "/control/api/v1/dnsfilter_category/{}/"),
        "update": ("PATCH", "/control/api/v1/dnsfilter_category/{}/"),
    },
    "dnsfilter_categoryget": {
        "get": ("GET", "/control/api/v1/dnsfilter_categoryget/"),
    },
    "dnsfilter_hostcheck": {
        "get": ("GET", "/control/api/v1/dnsfilter_hostcheck/"),
    },
    "dnsfilter_rule": {
        "list": ("GET", "/control/api/v1/dnsfilter_rule/"),
        "create": ("POST", "/control/api/v1/dnsfilter_rule/"),
        "get": ("GET", "/control/api/v1/dnsfilter_rule/{}/"),
        "delete": ("DELETE", "/control/api/v1/dnsfilter_rule/{}/"),
        "replace": ("PUT", "/control/api/v1/dnsfilter_rule/{}/"),
        "update": ("PATCH", "/control/api/v1/dnsfilter_rule/{}/"),
    },
    "events": {
        "get": ("GET", "/control/api/v1/events/"),
    },
    "hostspot_access_points": {
        "list": ("GET", "/gate/api/v1/hostspot_access_points/"),
    },
    "hostspot_locations": {
        "list": ("GET", "/gate/api/v1/hostspot_locations/"),
    },
    "inventory_configuration": {
        "list": ("GET", "/control/api/v1/inventory_configuration/"),
        "create": ("POST", "/control/api/v1/inventory_configuration/", ("wait",)),
        "get": ("GET", "/control/api/v1/inventory_configuration/{}/"),
        "diff": ("GET", "/control/api/v1/inventory_configuration/{}/diff/"),
        "restore": ("POST", "/control/api/v1/inventory_configuration/{}/restore/", ("wait",)),
    },
    "inventory_connection_profile": {
        "list": ("GET", "/control/api/v1/inventory_connection_profile/"),
        "create": ("POST", "/control/api/v1/inventory_connection_profile/"),
        "get": ("GET", "/control/api/v1/inventory_connection_profile/{}/"),
        "replace": ("PUT", "/control/api/v1/inventory_connection_profile/{}/"),
        "update": ("PATCH", "/control/api/v1/inventory_connection_profile/{}/"),
        "delete": ("DELETE", "/control/api/v1/inventory_connection_profile/{}/"),
    },
    "inventory_device": {
        "list": ("GET", "/control/api/v1/inventory_device/"),
        "create": ("POST", "/control/api/v1/inventory_device/"),
        "get": ("GET", "/control/api/v1/inventory_device/{}/"),
        "replace": ("PUT", "/control/api/v1/inventory_device/{}/"),
        "update": ("PATCH", "/control/api/v1/inventory_device/{}/"),
        "delete": ("DELETE", "/control/api/v1/inventory_device/{}/"),
    },
    "inventory_device_diags": {
        "list": ("GET", "/control/api/v1/inventory_device_diags/"),
        "create": ("POST", "/control/api/v1/inventory_device_diags/", ("wait",)),
    },
    "inventory_device_headless_operation": {
        "list": ("GET", "/control/api/v1/inventory_device_headless_operation/"),
        "create": ("POST", "/control/api/v1/inventory_device_headless_operation/", ("wait", "dry_run",)),
    },
    "inventory_device_ipping": {
        "get": ("GET", "/control/api/v1/inventory_device_ipping/{}/"),
    },
    "inventory_device_log": {
        "list": ("GET", "/control/api/v1/inventory_device_log/"),
        "get": ("GET", "/control/api/v1/inventory_device_log/{}/"),
    },
    "inventory_device_name": {
        "list": ("GET", "/control/api/v1/inventory_device_name/"),
        "create": ("POST", "/control/api/v1/inventory_device_name/"),
        "get": ("GET", "/control/api/v1/inventory_device_name/{}/"),
        "replace": ("PUT", "/control/api/v1/inventory_device_name/{}/"),
        "update": ("PATCH", "/control/api/v1/inventory_device_name/{}/"),
        "delete": ("DELETE", "/control/api/v1/inventory_device_name/{}/"),
    },
    "inventory_device_name_diags": {
        "list": ("GET", "/control/api/v1/inventory_device_name_diags/"),
        "create": ("POST", "/control/api/v1/inventory_device_name_diags/", ("wait",)),
    },
    "inventory_device_name_headless_operation": {
        "list": ("GET", "/control/api/v1/inventory_device_name_headless_operation/"),
        "create": ("POST", "/control/api/v1/inventory_device_name_headless_operation/", ("wait", "dry_run",)),
    },
    "inventory_device_name_ipping": {
        "get": ("GET", "/control/api/v1/inventory_device_name_ipping/{}/"),
    },
    "inventory_device_name_operation": {
        "replace": ("PUT", "/control/api/v1/inventory_device_name_operation/{}/", ("wait",)),
    },
    "inventory_device_name_setting": {
        "list": ("GET", "/control/api/v1/inventory_device_name_setting/"),
        "replace": ("PUT", "/control/api/v1/inventory_device_name_setting/{}/", ("dry_run",)),
        "update": ("PATCH", "/control/api/v1/inventory_device_name_setting/{}/", ("dry_run",)),
    },
    "inventory_device_name_variables": {
        "list": ("GET", "/control/api/v1/inventory_device_name_variables/"),
        "replace": ("PUT", "/control/api/v1/inventory_device_name_variables/{}/", ("dry_run",)),
    },
    "inventory_device_operation": {
        "replace": ("PUT", "/control/api/v1/inventory_device_operation/{}/", ("wait",)),
    },
    "inventory_device_serial": {
        "list": ("GET", "/control/api/v1/inventory_device_serial/"),
        "create": ("POST", "/control/api/v1/inventory_device_serial/"),
        "get": ("GET", "/control/api/v1/inventory_device_serial/{}/"),
        "replace": ("PUT", "/control/api/v1/inventory_device_serial/{}/"),
        "update": ("PATCH", "/control/api/v1/inventory_device_serial/{}/"),
        "delete": ("DELETE", "/control/api/v1/inventory_device_serial/{}/"),
    },
    "inventory_device_serial_diags": {
        "list": ("GET", "/control/api/v1/inventory_device_serial_diags/"),
        "create": ("POST", "/control/api/v1/inventory_device_serial_diags/", ("wait",)),
    },
    "inventory_device_serial_headless_operation": {
        "list": ("GET", "/control/api/v1/inventory_device_serial_headless_operation/"),
        "create": ("POST", "/control/api/v1/inventory_device_serial_headless_operation/", ("wait", "dry_run",)),
    },
    "inventory_device_serial_ipping": {
        "get": ("GET", "/control/api/v1/inventory_device_serial_ipping/{}/"),
    },
    "inventory_device_serial_operation": {
        "replace": ("PUT", "/control/api/v1/inventory_device_serial_operation/{}/", ("wait",)),
    },
    "inventory_device_serial_setting": {
        "list": ("GET", "/control/api/v1/inventory_device_serial_setting/"),
        "replace": ("PUT", "/control/api/v1/inventory_device_serial_setting/{}/", ("dry_run",)),
        "update": ("PATCH", "/control/api/v1/inventory_device_serial_setting/{}/", ("dry_run",)),
    },
    "inventory_device_serial_variables": {
        "list": ("GET", "/control/api/v1/inventory_device_serial_variables/"),
        "replace": ("PUT", "/control/api/v1/inventory_device_serial_variables/{}/", ("dry_run",)),
    },
    "inventory_device_setting": {
        "list": ("GET", "/control/api/v1/inventory_device_setting/"),
        "replace": ("PUT", "/control/api/v1/inventory_device_setting/{}/", ("dry_run",)),
        "update": ("PATCH", "/control/api/v1/inventory_device_setting/{}/", ("dry_run",)),
    },
    "inventory_device_variables": {
        "list": ("GET", "/control/api/v1/inventory_device_variables/"),
        "replace": ("PUT", "/control/api/v1/inventory_device_variables/{}/", ("dry_run",)),
    },
    "inventory_device_whip": {
        "get": ("GET", "/control/api/v1/inventory_device_whip/{}/"),
    },
    "inventory_discovery": {
        "list": ("GET", "/control/api/v1/inventory_discovery/"),
        "create": ("POST", "/control/api/v1/inventory_discovery/"),
        "get": ("GET", "/control/api/v1/inventory_discovery/{}/"),
        "candidates": ("GET", "/control/api/v1/inventory_discovery/{}/candidates/"),
        "cancel": ("POST", "/control/api/v1/inventory_discovery/{}/cancel/"),
    },
    "inventory_firmware_image": {
        "list": ("GET", "/control/api/v1/inventory_firmware_image/"),
        "create": ("POST", "/control/api/v1/inventory_firmware_image/"),
        "get": ("GET", "/control/api/v1/inventory_firmware_image/{}/"),
        "replace": ("PUT", "/control/api/v1/inventory_firmware_image/{}/"),
        "update": ("PATCH", "/control/api/v1/inventory_firmware_image/{}/"),
        "delete": ("DELETE", "/control/api/v1/inventory_firmware_image/{}/"),
    },
    "inventory_fleet_operation": {
        "list": ("GET", "/control/api/v1/inventory_fleet_operation/"),
        "create": ("POST", "/control/api/v1/inventory_fleet_operation/"),
        "get": ("GET", "/control/api/v1/inventory_fleet_operation/{}/"),
        "cancel": ("POST", "/control/api/v1/inventory_fleet_operation/{}/cancel/"),
        "devices": ("GET", "/control/api/v1/inventory_fleet_operation/{}/devices/"),
    },
    "inventory_metric": {
        "list": ("GET", "/control/api/v1/inventory_metric/"),
        "get": ("GET", "/control/api/v1/inventory_metric/{}/"),
    },
    "inventory_metric_log": {
        "list": ("GET", "/control/api/v1/inventory_metric_log/"),
        "get": ("GET", "/control/api/v1/inventory_metric_log/{}/"),
    },
    "inventory_parameter": {
        "list": ("GET", "/control/api/v1/inventory_parameter/"),
        "get": ("GET", "/control/api/v1/inventory_parameter/{}/"),
    },
    "inventory_series": {
        "list": ("GET", "/control/api/v1/inventory_series/"),
        "get": ("GET", "/control/api/v1/inventory_series/{}/"),
        "cancel": ("POST", "/control/api/v1/inventory_series/{}/cancel/"),
    },
    "inventory_site_doctor": {
        "create": ("POST", "/control/api/v1/inventory_site_doctor/", ("wait",)),
    },
    "inventory_transaction": {
        "list": ("GET", "/control/api/v1/inventory_transaction/"),
        "get": ("GET", "/control/api/v1/inventory_transaction/{}/"),
        "cancel": ("POST", "/control/api/v1/inventory_transaction/{}/cancel/"),
    },
    "inventory_type": {
        "list": ("GET", "/control/api/v1/inventory_type/"),
        "get": ("GET", "/control/api/v1/inventory_type/{}/"),
    },
    "inventory_variable_set": {
        "list": ("GET", "/control/api/v1/inventory_variable_set/"),
        "create": ("POST", "/control/api/v1/inventory_variable_set/"),
        "get": ("GET", "/control/api/v1/inventory_variable_set/{}/"),
        "replace": ("PUT", "/control/api/v1/inventory_variable_set/{}/"),
        "update": ("PATCH", "/control/api/v1/inventory_variable_set/{}/"),
        "delete": ("DELETE", "/control/api/v1/inventory_variable_set/{}/"),
    },
    "location": {
        "list": ("GET", "/gate/api/v1/location/"),
        "create": ("POST", "/gate/api/v1/location/"),
        "get": ("GET", "/gate/api/v1/location/{}/"),
        "delete": ("DELETE", "/gate/api/v1/location/{}/"),
        "replace": ("PUT", "/gate/api/v1/location/{}/"),
        "update": ("PATCH", "/gate/api/v1/location/{}/"),
    },
    "me_organization": {
        "get": ("GET", "/gate/api/v1/me/organization/"),
    },
    "organization": {
        "list": ("GET", "/gate/api/v1/organization/"),
        "create": ("POST", "/gate/api/v1/organization/"),
        "get": ("GET", "/gate/api/v1/organization/{}/"),
        "replace": ("PUT", "/gate/api/v1/organization/{}/"),
        "update": ("PATCH", "/gate/api/v1/organization/{}/"),
        "delete": ("DELETE", "/gate/api/v1/organization/{}/"),
    },
    "portal_controller": {
        "list": ("GET", "/gate/api/v1/portal_controller/"),
        "create": ("POST", "/gate/api/v1/portal_controller/"),
        "get": ("GET", "/gate/api/v1/portal_controller/{}/"),
        "delete": ("DELETE", "/gate/api/v1/portal_controller/{}/"),
        "replace": ("PUT", "/gate/api/v1/portal_controller/{}/"),
        "update": ("PATCH", "/gate/api/v1/portal_controller/{}/"),
    },
    "portal_login": {
        "create": ("POST", "/gate/api/v1/portal_login/"),
    },
    "portal_logout": {
        "create": ("POST", "/gate/api/v1/portal_logout/"),
    },
    "portal_page": {
        "list": ("GET", "/gate/api/v1/portal_page/"),
        "create": ("POST", "/gate/api/v1/portal_page/"),
        "get": ("GET", "/gate/api/v1/portal_page/{}/"),
        "delete": ("DELETE", "/gate/api/v1/portal_page/{}/"),
        "replace": ("PUT", "/gate/api/v1/portal_page/{}/"),
        "update": ("PATCH", "/gate/api/v1/portal_page/{}/"),
    },
    "privacy_job": {
        "list": ("GET", "/gate/api/v1/privacy_job/"),
        "get": ("GET", "/gate/api/v1/privacy_job/{}/"),
        "content": ("GET", "/gate/api/v1/privacy_job/{}/content/"),
    },
    "txlog_portal": {
        "list": ("GET", "/gate/api/v1/txlog_portal/"),
        "create": ("POST", "/gate/api/v1/txlog_portal/"),
    },
    "user": {
        "list": ("GET", "/gate/api/v1/user/"),
        "create": ("POST", "/gate/api/v1/user/"),
        "get": ("GET", "/gate/api/v1/user/{}/"),
        "replace": ("PUT", "/gate/api/v1/user/{}/"),
        "update": ("PATCH", "/gate/api/v1/user/{}/"),
        "delete": ("DELETE", "/gate/api/v1/user/{}/"),
        "erase": ("POST", "/gate/api/v1/user/{}/erase/", ("wait",)),
        "export": ("POST", "/gate/api/v1/user/{}/export/", ("wait",)),
    },
    "user_extra": {
        "list": ("GET", "/gate/api/v1/user_extra/"),
        "create": ("POST", "/gate/api/v1/user_extra/"),
        "get": ("GET", "/gate/api/v1/user_extra/{}/"),
        "replace": ("PUT", "/gate/api/v1/user_extra/{}/"),
        "update": ("PATCH", "/gate/api/v1/user_extra/{}/"),
        "delete": ("DELETE", "/gate/api/v1/user_extra/{}/"),
    },
    "user_token": {
        "list": ("GET", "/gate/api/v1/user_token/"),
        "create": ("POST", "/gate/api/v1/user_token/", ("sheet",)),
        "get": ("GET", "/gate/api/v1/user_token/{}/"),
        "replace": ("PUT", "/gate/api/v1/user_token/{}/"),
        "update": ("PATCH", "/gate/api/v1/user_token/{}/"),
        "delete": ("DELETE", "/gate/api/v1/user_token/{}/"),
    },
    "user_username": {
        "get": ("GET", "/gate/api/v1/user/username/{}/"),
        "replace": ("PUT", "/gate/api/v1/user/username/{}/"),
        "update": ("PATCH", "/gate/api/v1/user/username/{}/"),
        "delete": ("DELETE", "/gate/api/v1/user/username/{}/"),
        "erase": ("POST", "/gate/api/v1/user/username/{}/erase/", ("wait",)),
        "export": ("POST", "/gate/api/v1/user/username/{}/export/", ("wait",)),
    },
    "webhook": {
        "list": ("GET", "/control/api/v1/webhook/"),
        "create": ("POST", "/control/api/v1/webhook/"),
        "get": ("GET", "/control/api/v1/webhook/{}/"),
        "delete": ("DELETE", "/control/api/v1/webhook/{}/"),
        "replace": ("PUT", "/control/api/v1/webhook/{}/"),
        "update": ("PATCH", "/control/api/v1/webhook/{}/"),
        "deliveries": ("GET", "/control/api/v1/webhook/{}/deliveries/"),
        "replay": ("POST", "/control/api/v1/webhook/{}/replay/"),
    },
# end of operations
}
