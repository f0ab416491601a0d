#!/usr/bin/env python3
"""rest-submit.py SOCKET SCRIPT: submits a batch script through slurmrestd; prints the job's id.

The job runs in the current directory, and its output goes to slurm-rest.out there. Of the
versions of the interface, the newest that answers is taken.
"""

import http.client
import json
import os
import socket
import sys


class Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=10)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def request(version, script):
    """A job, as that version describes it: from 39 on, the environment is a list."""
    environment = {"PATH": os.environ["PATH"]}
    if version >= 39:
        environment = [f"{name}={value}" for name, value in environment.items()]
    job = {
        "name": "rest",
        "tasks": 1,
        "current_working_directory": os.getcwd(),
        "standard_output": os.path.join(os.getcwd(), "slurm-rest.out"),
        "environment": environment,
    }
    return json.dumps({"job": job, "script": script})


def main():
    path, name = sys.argv[1:]
    with open(name, encoding="utf-8") as file:
        script = file.read()
    for version in range(50, 34, -1):
        connection = Connection(path)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        connection.request("POST", f"/slurm/v0.0.{version}/job/submit", request(version, script), headers)
        response = connection.getresponse()
        answer = response.read().decode()
        if response.status == 404:
            continue
        if response.status != 200 or not json.loads(answer).get("job_id"):
            raise SystemExit(f"v0.0.{version}: {response.status} {answer}")
        print(json.loads(answer)["job_id"])
        return
    raise SystemExit(f"no version of the interface answers at {path}")


main()
