#!/usr/bin/env python3
"""Inventory of Ansible from the devices of a Gatehouse: one file, Python 3.9 or newer, no other packages.

    GATEHOUSE_URL=https://gate.example:8443 GATEHOUSE_TOKEN_FILE=gate.token \\
        ansible-inventory -i gatehouse_inventory.py --graph

GATEHOUSE_CA_FILE names the CA of the gateway where the system does not know it. A token of the role read_only is enough.
Hosts are devices by name; those whose name several organizations have are NAME.ORGANIZATION. Groups: organization_NAME,
location_NAME, type_NAME, status_up, status_down, status_misconfigured and status_unknown. Variables are what the gateway
shows of a device and no secret: gatehouse_id, gatehouse_serial_number and so on, ansible_host and ansible_user.
"""

import collections
import json
import os
import re
import ssl
import sys
import urllib.error
import urllib.parse
import urllib.request

VARIABLES = (
    "id",
    "serial_number",
    "mac_address",
    "organization_name",
    "location_name",
    "type_name",
    "manufacturer",
    "product_class",
    "hardware_version",
    "software_version",
    "status_text",
    "description",
)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Leaves redirects alone: the token is for the gateway that was named."""

    def redirect_request(self, *_):
        return None


def main(words):
    if words[:1] == ["--host"]:
        print(json.dumps({}))  # All variables are in _meta of the list.
        return
    print(json.dumps(inventory(list(rows("inventory_device")), list(rows("inventory_type"))), indent=1))


def variable(name):
    if not os.environ.get(name):
        sys.exit("gatehouse_inventory: %s is not set" % name)
    return os.environ[name]


def rows(resource):
    """Yields the rows of a list of the device-control API to its end."""
    base = variable("GATEHOUSE_URL").rstrip("/")
    with open(variable("GATEHOUSE_TOKEN_FILE"), encoding="ascii") as file:
        token = file.read().strip()
    context = ssl.create_default_context(cafile=os.environ.get("GATEHOUSE_CA_FILE") or None)
    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context), NoRedirect)
    query = "limit=1000&ordering=id"
    while query:
        address = "%s/control/api/v1/%s/?%s" % (base, resource, query)
        request = urllib.request.Request(address, headers={"Authorization": "Bearer " + token})
        with opener.open(request, timeout=60) as reply:
            page = json.load(reply)
        yield from page["results"]
        query = urllib.parse.urlsplit(page["next"] or "").query


def inventory(devices, types):
    short_names = {row["id"]: row["short_name"] for row in types}
    counts = collections.Counter(device["name"] for device in devices)
    groups = {}
    hosts = {}
    for device in devices:
        host = device["name"]
        if counts[host] > 1:
            host = "%s.%s" % (host, device["organization_name"])
        hosts[host] = variables(device)
        for group in groups_of(device, short_names):
            groups.setdefault(group, {"hosts": []})["hosts"].append(host)
    return {
        "_meta": {"hostvars": hosts},
        "all": {"children": ["ungrouped", *sorted(groups)]},
        **{name: groups[name] for name in sorted(groups)},
    }


def groups_of(device, short_names):
    yield group_name("organization", device["organization_name"])
    if device.get("location_name"):
        yield group_name("location", device["location_name"])
    yield group_name("type", short_names.get(device["type"], device["type_name"]))
    yield group_name("status", device.get("status_text") or "unknown")


def group_name(kind, name):
    """Returns a name that Ansible takes for a group: letters, digits and underscores."""
    return "%s_%s" % (kind, re.sub(r"\W+", "_", name.lower(), flags=re.ASCII).strip("_"))


def variables(device):
    found = {"gatehouse_" + name: device.get(name) for name in VARIABLES}
    if device.get("ip_address"):
        found["ansible_host"] = device["ip_address"]
    if device.get("username"):
        found["ansible_user"] = device["username"]
    return {name: literal(value) for name, value in found.items() if value not in (None, "")}


def literal(value):
    """Keeps Ansible from running what a device calls itself: a text with braces is a template there."""
    if isinstance(value, str) and re.search(r"{[{%#]", value):
        return {"__ansible_unsafe": value}
    return value


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except urllib.error.HTTPError as error:
        sys.exit("gatehouse_inventory: the gateway answers %s: %s" % (error.code, error.read(500).decode(errors="replace")))
    except OSError as error:
        sys.exit("gatehouse_inventory: %s" % error)
