"""A proxy as one stands before several web nodes: each request goes to the next one, on loopback alone.

A node that does not listen is passed over, as balancers do; a node that dies with a request in hand is an error (502),
for nobody knows what it did: whoever sent that sends it again.
"""

import http.client
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "te", "upgrade"}


class Balancer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.ports, self.turn = list(ports), count()
        self.served: dict[int, int] = dict.fromkeys(ports, 0)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        Thread(target=self.serve_forever, daemon=True).start()

    def next_ports(self) -> list[int]:
        """The nodes in the order in which this request tries them."""
        first = next(self.turn) % len(self.ports)
        return self.ports[first:] + self.ports[:first]

    def handle_error(self, *_about: object) -> None:
        """A browser that hung up is no error of ours."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Balancer

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP}
        headers |= {"X-Forwarded-For": self.client_address[0], "X-Forwarded-Proto": "http"}
        for port in self.server.next_ports():
            node = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            try:
                node.connect()
            except OSError:
                continue
            try:
                node.request(self.command, self.path, body, headers)
                answer = node.getresponse()
                content = answer.read()
            except (OSError, http.client.HTTPException):
                if self.command == "GET":
                    continue
                break
            finally:
                node.close()
            self.server.served[port] += 1
            self._answer(answer, content)
            return
        self.send_error(502)

    do_POST = do_HEAD = do_GET

    def _answer(self, answer: http.client.HTTPResponse, content: bytes) -> None:
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in HOP_BY_HOP | {"content-length", "server", "date"}:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_about: object) -> None:
        """Says nothing."""
