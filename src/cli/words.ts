/** What the command says. */
import * as Effect from "effect/Effect"

/** A line on standard output. */
export const say = (line: string): Effect.Effect<void> => Effect.sync(() => void process.stdout.write(`${line}\n`))

/** A line on standard error: something is wrong, and the command goes on. */
export const warn = (line: string): Effect.Effect<void> =>
  Effect.sync(() => void process.stderr.write(`latchkey: ${line}\n`))

/** How the command is used. */
export const usage = `latchkey emulator [options]

Starts the embedded platform on a port, with pages for people at /emulator.

  --port NUMBER            port to listen on; 0 takes any free one (default 8102)
  --host ADDRESS           address to listen on (default 127.0.0.1; another lets everyone on the network in)
  --seed FILE              projects and users to start with, as JSON
  --state FILE             keeps the state: loaded at the start, saved after changes, on request and at the end
  --control                answers the control API at /emulator/control: anybody who reaches the port can sign in as anyone
  --smtp HOST:PORT         hands mails to an SMTP server as well
  --webhook URL            posts signed events there
  --webhook-secret SECRET  what they are signed with: whsec_ and base64 (default: a new one, shown at the start)
  --help                   shows this`
