"""Checks the description of the server against the server, by programs that others made.

    python tests/interop/openapi.py CHUHE

* openapi-spec-validator: `GET /openapi.json` is OpenAPI 3.1;
* jsonschema: each status of each endpoint is answered as the description says, events included; every field of the
  description is taken, and no other;
* schemathesis: answers to random requests, right and wrong, fit the description.

Exits with 1 at the first difference.
"""

import http.client
import itertools
import json
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

RECORDS = Path(__file__).parent.parent / "data/records"
FORM = "application/x-www-form-urlencoded"
FILE = "application/octet-stream"
JSON = {"Accept": "application/json"}
START = {"fen": "startpos"}
MATED = {"fen": "4k4/R8/9/9/9/9/9/9/9/1R3K3 w", "move": "b0b9"}
GAMES = '[Event "a"]\n\n1. h2e2 *\n\n[Event "b"]\n\n1. a0a9 *\n\n[Event "c"]\n\n1. h2e2 h9g7 2. e2e6 g7e6 *\n'
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
SECONDS = 60


def fail(text):
    sys.exit(f"openapi.py: {text}")


class Server:
    def __init__(self, program, *arguments):
        command = [program, "serve", "--port", "0", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip().rstrip("/")
        self.host, _, port = self.url.removeprefix("http://").partition(":")
        self.port = int(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def ask(self, method, path, body=None, headers=None, seconds=SECONDS):
        """The status, the headers and the body of an answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=seconds)
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        answer = response.status, response.headers, response.read()
        connection.close()
        return answer

    def send(self, path, fields, headers=None, seconds=SECONDS):
        return self.ask("POST", path, urlencode(fields), {"Content-Type": FORM, **(headers or {})}, seconds)


def close(item, is_part=False):
    """Later versions may answer more than they describe; this one may not."""
    for part in item.get("allOf", []):
        close(part, True)
    if "allOf" in item:
        item["unevaluatedProperties"] = False
    elif "properties" in item and not is_part:
        item["additionalProperties"] = False
    inner = [item["items"]] if "items" in item else []
    for schema in [*item.get("properties", {}).values(), *item.get("oneOf", []), *inner]:
        close(schema)


class Description:
    """What the server says of itself, and which of it was seen."""

    def __init__(self, text):
        self.all = json.loads(text)
        OpenAPIV31SpecValidator(self.all).validate()
        schemas = self.all["components"]["schemas"]
        parts = {part.get("$ref", "").split("/")[-1] for schema in schemas.values() for part in schema.get("allOf", [])}
        for name, schema in schemas.items():
            close(schema, name in parts)
        resource = Resource(contents=self.all, specification=DRAFT202012)
        self.registry = Registry().with_resource("urn:all", resource)
        self.seen = set()

    def resolve(self, item):
        while "$ref" in item:
            *_, kind, name = item["$ref"].split("/")
            item = self.all["components"][kind][name]
        return item

    def operations(self):
        for path, methods in self.all["paths"].items():
            for method, operation in methods.items():
                yield path, method.upper(), operation

    def form(self, path):
        contents = self.all["paths"][path]["post"]["requestBody"]["content"]
        return self.resolve(contents[FORM]["schema"])

    def fits(self, schema, value, where):
        # References lead into the whole description.
        schema = json.loads(json.dumps(schema).replace('"#/', '"urn:all#/'))
        for error in Draft202012Validator(schema, registry=self.registry).iter_errors(value):
            fail(f"{where}: {error.json_path}: {error.message}")

    def check(self, method, path, answer, status=None):
        """Checks an answer and returns its value."""
        got, headers, body = answer
        where = f"{method} {path}: {got}"
        if status not in (None, got):
            fail(f"{where}, not {status}: {body[:200]}")
        operation = self.all["paths"][path.partition("?")[0]][method.lower()]
        if str(got) not in operation["responses"]:
            fail(f"{where} is not described")
        response = self.resolve(operation["responses"][str(got)])
        for name, header in response.get("headers", {}).items():
            self.fits(header["schema"], int(headers[name]), f"{where}: {name}")
        kind = headers["Content-Type"].partition(";")[0]
        if kind not in response["content"]:
            fail(f"{where}: {kind} is not described")
        content = response["content"][kind]
        self.seen.add((path.partition("?")[0], got, kind))
        if kind == FILE:
            return body
        text = body.decode()
        if kind == "text/event-stream":
            return self.check_events(content["schema"]["oneOf"], text, where)
        value = json.loads(text) if kind == "application/json" else text
        self.fits(content["schema"], value, where)
        return value

    def check_events(self, schemas, text, where):
        parts = [schema["properties"] for schema in schemas]
        schemas = {part["event"]["const"]: part["data"]["contentSchema"] for part in parts}
        events = []
        for block in text.split("\n\n"):
            if not block or block.startswith(":"):  # a comment keeps the connection open
                continue
            found = re.fullmatch(r"event: (\w+)\ndata: (.*)", block)
            if not found:
                fail(f"{where}: {block}")
            name, data = found[1], json.loads(found[2])
            if name not in schemas:
                fail(f"{where}: the event {name} is not described")
            self.fits(schemas[name], data, f"{where}: {name}")
            events.append((name, data))
        if [name for name, _ in events if name in ("report", "error")] != [events[-1][0]]:
            fail(f"{where}: {[name for name, _ in events]}")
        return events


# A request to each endpoint that is answered.
GOOD = {
    "/best": {**START, "depth": 2},
    "/analyse": {**START, "depth": 4, "multipv": 3},
    "/moves": START,
    "/verdict": START,
    "/convert": {"record": GAMES, "to": "pgn"},
    "/review": {"record": GAMES, "game": 3, "nodes": 400},
}
# For each field a value that is taken; `None` leaves the field of GOOD out.
VALUES = {
    "fen": "startpos", "move": "h2e2 h9g7", "from": "iccs", "rules": "chinese", "depth": 1, "nodes": 300, "movetime": 20,
    "level": 6.5, "strength": 0, "seed": 3, "multipv": 2, "book": "true", "scores": "-30,mate-4", "resigned": "red",
    "timed-out": "black", "agreed": "true", "record": GAMES, "to": "pgn-iccs", "moves-only": "true", "evaluations": "true",
    "clocks": "false", "game": 1, "lang": "vi",
}  # fmt: skip


def check_statuses(server, description):
    """Every status but 408 and 500, which take long or a fault of the program, and every type of answer."""
    for path, fields in GOOD.items():
        is_text = path == "/best"
        for headers in [{}, JSON] if is_text else [{}]:
            refuse = lambda answer, status: description.check("POST", path, answer, status)
            refuse(server.send(path, {**fields, "nonsense": 1}, headers), 400)
            # The server does not wait for a body that it refuses.
            refuse(server.ask("POST", path, None, {"Content-Type": FORM, "Content-Length": 9_000_000, **headers}), 413)
            encoded = {"Content-Encoding": "gzip", **headers}
            refuse(server.send(path, fields, encoded), 415)
            refuse(server.send(path, fields, {"Host": "evil.example", **headers}), 421)
        for headers in [{}, JSON]:
            description.check("POST", path, server.send(path, fields, headers), 200)
    for path, headers in itertools.product(["/best", "/analyse"], [{}, JSON]):
        description.check("POST", path, server.send(path, MATED, headers), 409)
    for path, headers in itertools.product(["/healthz", "/openapi.json", "/relays.json"], [{}, JSON]):
        description.check("GET", path, server.ask("GET", path, headers=headers), 200)
        description.check("GET", path, server.ask("GET", path, headers={"Host": "evil.example", **headers}), 421)
        description.check("GET", path, server.ask("GET", path, headers={"Host": "", **headers}), 421)
        description.check("GET", path, ask_twice(server, path, headers), 400)


def ask_twice(server, path, headers):
    """Names the host twice."""
    lines = [f"{name}: {value}" for name, value in {**headers, "Connection": "close"}.items()]
    head = "\r\n".join([f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Host: 127.0.0.1", *lines, "", ""])
    with socket.create_connection((server.host, server.port), timeout=SECONDS) as stream:
        stream.sendall(head.encode())
        response = http.client.HTTPResponse(stream)
        response.begin()
        return response.status, response.headers, response.read()


def check_fields(server, description):
    """Every field of the description is taken, and what it calls required is; no value beyond its limits is taken."""
    for path, fields in GOOD.items():
        form = description.form(path)
        for name, schema in form["properties"].items():
            value = VALUES[name]
            description.fits(schema, {"true": True, "false": False}.get(value, value), f"{path}: {name}")
            alone = {**fields, name: value}
            if path == "/convert" and name == "record":
                alone["record"] = "1. h2e2"
            description.check("POST", path, server.send(path, alone, JSON), 200)
            twice = f"{urlencode(alone)}&{urlencode({name: value})}"
            answer = server.ask("POST", path, twice, {"Content-Type": FORM, **JSON})
            if description.check("POST", path, answer, 400)["field"] != name:
                fail(f"{path}: {name} twice: {answer}")
            beyond = [schema[limit] + step for limit, step in [("minimum", -1), ("maximum", 1)] if limit in schema]
            beyond += ["nonsense"] if "enum" in schema or schema["type"] == "boolean" else []
            for wrong in beyond:
                fault = description.check("POST", path, server.send(path, {**fields, name: wrong}, JSON), 400)
                if (fault["field"], fault["value"]) != (name, str(wrong)):
                    fail(f"{path}: {name}={wrong}: {fault}")
            for right in [*schema.get("enum", []), schema.get("minimum"), schema.get("maximum")]:
                # The greatest number of nodes takes long; a default is taken without saying.
                if right is not None and not (name in ("nodes", "movetime", "depth") and right == schema["maximum"]):
                    if name != "game":
                        one = {**fields, name: right, **({"record": "1. h2e2"} if "record" in fields else {})}
                        one.pop("game", None)
                        answer = server.send(path, one, {} if right == "xqf" else JSON)
                        description.check("POST", path, answer, 200)
        for name in form["required"]:
            rest = {key: value for key, value in fields.items() if key != name}
            fault = description.check("POST", path, server.send(path, rest, JSON), 400)
            if fault["field"] != name:
                fail(f"{path} without {name}: {fault}")


def check_files(server, description):
    """Records that are the whole body, in every format that is read, with the fields in the address."""
    headers = {"Content-Type": FILE}
    formats = set()
    for file in sorted(path for path in RECORDS.rglob("*") if path.is_file()):
        body = file.read_bytes()
        for accept in [JSON, {}]:
            answer = server.ask("POST", "/convert?to=pgn-iccs&moves-only=true", body, {**headers, **accept})
            value = description.check("POST", "/convert", answer)
            if answer[0] == 200 and accept:
                formats.add(value["format"])
    if not formats >= {"pgn", "dhtmlxq"}:
        fail(f"some formats were not read: {formats}")
    for path, fields in {"/convert": "to=xqf", "/review": "nodes=300"}.items():
        game = b"1. h2e2 h9g7 2. e2e6 g7e6"
        description.check("POST", path, server.ask("POST", f"{path}?{fields}", game, headers), 200)
        fault = description.check("POST", path, server.ask("POST", f"{path}?{fields}&too=1", game, headers), 400)
        if fault["field"] != "too":
            fail(f"{path}: {fault}")


def check_methods(server, description):
    """No method beyond those of the description."""
    described = {(path, method) for path, method, _ in description.operations()}
    for path, method in itertools.product(description.all["paths"], METHODS):
        status, headers, _ = server.ask(method, path)
        is_allowed = status != 405
        if is_allowed != ((path, method) in described):
            fail(f"{method} {path}: {status}, {headers['Allow']}")
    for path in ["/", "/nothing", "/best/", "/analyze"]:
        if server.ask("POST", path)[0] != 404:
            fail(f"POST {path} is answered")


def check_busy(program, description):
    """A server with one thread and one place for those who wait answers 503 while both are taken."""
    fields = {"/analyse": {**START, "movetime": 60_000}, "/review": {"record": "1. h2e2", "nodes": 4_000_000_000}}
    with Server(program, "--searches", "1", "--queue", "1", "--cap", "60000") as server:
        held = []  # a connection that is dropped would end its work

        def hold(path):
            held.append(http.client.HTTPConnection(server.host, server.port, timeout=SECONDS))
            held[-1].request("POST", path, urlencode(fields[path]), {"Content-Type": FORM})

        hold("/analyse")
        held[-1].getresponse().readline()  # the search runs
        hold("/analyse")
        while True:
            # Whichever of the two comes first has the place.
            try:
                if server.send("/convert", GOOD["/convert"], seconds=2)[0] == 503:
                    break
            except TimeoutError:
                pass
        hold("/review")
        held[-1].getresponse()
        hold("/review")
        held[-1].getresponse()
        for path, good in GOOD.items():
            status = 200 if path in ("/moves", "/verdict") else 503
            for headers in [{}, JSON]:
                description.check("POST", path, server.send(path, good, headers), status)


def fuzz(server):
    """Random requests by schemathesis."""
    # Random positions and moves fit their schemas and are refused nevertheless, which is no fault.
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json", "--max-examples", "10", "--seed", "1",
        "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
        "negative_data_rejection", "--phases", "coverage,fuzzing", "--mode", "all", "--no-color",
        "--generation-database", "none", "--request-timeout", str(SECONDS),
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:  # it keeps what it finds where it is started
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder)
    if done.returncode:
        fail(f"schemathesis:\n{done.stdout}")


def main(program):
    with Server(program, "--cap", "100") as server:
        description = Description(server.ask("GET", "/openapi.json")[2])
        check_statuses(server, description)
        check_fields(server, description)
        check_files(server, description)
        check_methods(server, description)
        check_busy(program, description)
        fuzz(server)
    missing = set()
    for path, _, operation in description.operations():
        for status, response in operation["responses"].items():
            for kind in description.resolve(response).get("content", {}):
                if status not in ("408", "500") and (path, int(status), kind) not in description.seen:
                    missing.add((path, status, kind))
    if missing:
        fail(f"described, but never answered: {sorted(missing)}")
    print(f"openapi.py: {len(description.seen)} kinds of answers are as described")


if __name__ == "__main__":
    main(sys.argv[1])
