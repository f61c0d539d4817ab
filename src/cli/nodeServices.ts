/**
 * Services that Effect's command-line modules need, made from Node's own modules: `@effect/platform-node` needs Node
 * 22, and this package runs on Node 20. The parser never prompts, reads files or starts programs, so the services for
 * these tasks fail with a defect if they are used.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"

const unused = (what: string) => Effect.die(new Error(`The command does not ${what}.`))

const written = (stream: NodeJS.WriteStream) => () =>
  Sink.forEach((chunk: string | Uint8Array) => Effect.sync(() => void stream.write(chunk)))

/** Services for `effect/cli`. */
export const layer = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Layer.succeed(
    Stdio.Stdio,
    Stdio.make({
      args: Effect.sync(() => process.argv.slice(2)),
      stdinIsTerminal: Effect.sync(() => process.stdin.isTTY === true),
      stdoutIsTerminal: Effect.sync(() => process.stdout.isTTY === true),
      stderrIsTerminal: Effect.sync(() => process.stderr.isTTY === true),
      stdout: written(process.stdout),
      stderr: written(process.stderr),
      stdin: Stream.empty
    })
  ),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({
      // some terminals report 0 columns
      columns: Effect.sync(() => process.stdout.columns || 80),
      rows: Effect.sync(() => process.stdout.rows || 24),
      size: unused("follow the terminal's size"),
      readInput: unused("read keys"),
      readLine: unused("read lines"),
      display: () => unused("draw")
    })
  ),
  Layer.succeed(
    ChildProcessSpawner.ChildProcessSpawner,
    ChildProcessSpawner.make(() => unused("start programs"))
  )
)
