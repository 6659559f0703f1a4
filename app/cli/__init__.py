"""The command line: one module per command, sharing the contract of exit codes and JSON."""
