#!/usr/bin/env python3
"""Prints a mail as a mail program would show it: the headers people look at, and the text."""
import email
import email.policy
import sys

with open(sys.argv[1], "rb") as file:
    message = email.message_from_binary_file(file, policy=email.policy.default)
for name in ("From", "To", "Date", "Subject"):
    print(f"{name}: {message[name]}")
print()
print(message.get_body(("plain",)).get_content(), end="")
