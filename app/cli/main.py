"""The ``citeside`` command: global options, exit codes, and errors as one sentence.

Exit 0 done, 1 the work failed, 2 usage. ``--json`` prints one JSON object on stdout; everything else goes to stderr.
Without a command the desktop opens.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
import traceback
from pathlib import Path

import click

from app.cli import output
from app.cli.given import GivenPath
from app.settings import default_data_dir

_COMMANDS = {
    "add": ("app.cli.library", "add"), "sync": ("app.cli.library", "sync"), "status": ("app.cli.library", "status"),
    "watch": ("app.cli.library", "watch"), "remove": ("app.cli.library", "remove"),
    "maintain": ("app.cli.library", "maintain"),
    "show": ("app.cli.library", "show"), "search": ("app.cli.questions", "search"), "ask": ("app.cli.questions", "ask"),
    "trace": ("app.cli.questions", "trace"), "saved": ("app.cli.kept", "saved"),
    "approve": ("app.cli.kept", "approve"), "feedback": ("app.cli.kept", "feedback"),
    "eval": ("app.cli.evaluate", "evaluate_set"),
    "models": ("app.cli.installation", "models"), "doctor": ("app.cli.installation", "doctor"),
    "demo": ("app.cli.demo", "demo"),
}


class _LazyGroup(click.Group):
    """Imports a command's module when it is called, so that one command does not pay for all."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name]
        found = getattr(importlib.import_module(module), name)
        return found if isinstance(found, click.Command) else None


@click.group(cls=_LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--data-dir", type=GivenPath(), default=None,
              help="Folder of the index and settings (default: the user's data folder).")
@click.version_option(package_name="citeside", prog_name="citeside")
@click.pass_context
def citeside(ctx: click.Context, data_dir: Path | None) -> None:
    """Ask your local documentation, offline; every sentence shows where it comes from."""
    ctx.obj = data_dir or default_data_dir()
    if ctx.invoked_subcommand is None:
        from app.cli.desktop import open_desktop

        ctx.exit(open_desktop(ctx.obj))


def run(arguments: list[str]) -> int:
    """Run one command line; returns the exit status and never shows a traceback for a foreseen error."""
    as_json = "--json" in arguments
    try:
        status = citeside.main(args=arguments, prog_name="citeside", standalone_mode=False)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as error:
        return output.fail(error.format_message(), as_json=as_json, status=2)
    except click.ClickException as error:
        return output.fail(error.format_message(), as_json=as_json, status=1)
    except (click.Abort, KeyboardInterrupt):
        return output.fail("Stopped; what was done so far is kept.", as_json=as_json, status=1)
    except output.foreseen_errors() as error:
        return output.fail(str(error), as_json=as_json, status=output.exit_status(error))
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception:  # noqa: BLE001 - the outermost boundary: a fault of ours must not end in a traceback
        return output.fail(_fault_report(arguments), as_json=as_json, status=1)
    return status if isinstance(status, int) else 0


def _fault_report(arguments: list[str]) -> str:
    """Write the details of an unforeseen error where a person can find them; returns the sentence that says so."""
    folder = Path(tempfile.mkdtemp(prefix="citeside-fault-"))
    report = folder / "fault.txt"
    command = next((argument for argument in arguments if argument in _COMMANDS), "")
    report.write_text(f"citeside {command}\n\n{traceback.format_exc()}", "utf-8", "backslashreplace")
    return f"This is a fault in Citeside, not in what you did; nothing was changed. Please report it with {report}."
