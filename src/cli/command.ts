/** Commands, flags and help. The code of a command is loaded when it is called, so that each command starts fast. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Json } from "./output.ts"

/** Loads the module of a command. */
const load = <Module>(module: () => Promise<Module>) => Effect.promise(module)

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description))

const optional = <A>(flag: Flag.Flag<A>): Flag.Flag<A | undefined> =>
  Flag.map(Flag.optional(flag), Option.getOrUndefined)

const flag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withoutNegation, Flag.withDefault(false))

const emulator = Command.make("emulator", {
  program: Argument.String("program").pipe(
    Argument.withDescription("Program to run with its arguments, after --; the emulator stops when it exits"),
    Argument.variadic()
  ),
  port: Flag.withDefault(text("port", "NUMBER", "Port to listen on; 0 picks a free port (default 8102)"), "8102"),
  host: Flag.withDefault(
    text("host", "ADDRESS", "Address to listen on (default 127.0.0.1); any other opens it to the network"),
    "127.0.0.1"
  ),
  seed: optional(text("seed", "FILE", "JSON file with the projects and users to start with")),
  state: optional(
    text("state", "FILE", "File for the state: loaded at start, saved after changes and at exit")
  ),
  control: flag(
    "control",
    "Enable the control API at /emulator/control, which can sign in as any user"
  ),
  open: flag("open", "Open the console in the browser"),
  smtp: optional(text("smtp", "HOST:PORT", "Also send emails to this SMTP server")),
  webhook: optional(text("webhook", "URL", "Send signed webhook events to this URL")),
  webhookSecretFile: optional(
    text(
      "webhook-secret-file",
      "FILE",
      "File with the signing secret; else LATCHKEY_WEBHOOK_SECRET, else a new secret"
    )
  )
}, (options) => Effect.flatMap(load(() => import("./emulator.ts")), ({ emulator }) => emulator(options))).pipe(
  Command.withDescription("Run the emulator: the whole API on a local port, and a console at /emulator"),
  Command.withExamples([
    {
      command: "latchkey emulator --port 0 --state .latchkey.json",
      description: "Use a free port, and keep users between runs"
    },
    { command: "latchkey emulator -- vite", description: "Run the emulator and a development server together" }
  ])
)

const init = Command.make("init", {
  yes: flag("yes", "Write and change files without asking, even files with uncommitted changes"),
  dryRun: flag("dry-run", "Show the plan and the changes without writing anything"),
  emulator: flag("emulator", "Start the emulator in the dev script of package.json"),
  test: flag("test", "Add example tests with Vitest; a project with Vitest gets them without this flag"),
  undo: flag("undo", "Restore the files that the last run changed, and remove those that it wrote")
}, (options) => Effect.flatMap(load(() => import("./init.ts")), ({ init }) => init(options))).pipe(
  Command.withDescription(
    "Add sign-in to the project in this folder; for frameworks that it doesn't change, name the guide"
  ),
  Command.withExamples([{ command: "latchkey init --dry-run", description: "See the plan before anything is written" }])
)

const migrate = Command.make("migrate", {
  yes: flag("yes", "Change files without asking"),
  dryRun: flag("dry-run", "Show the changes, and what is left to do, without writing anything"),
  undo: flag("undo", "Restore the files that the last run changed")
}, (options) => Effect.flatMap(load(() => import("./migrate.ts")), ({ migrate }) => migrate(options))).pipe(
  Command.withDescription("Rewrite an app that uses the platform's own SDK, and list what is left to do"),
  Command.withExamples([{ command: "latchkey migrate --dry-run", description: "See the changes before they are made" }])
)

const demo = Command.make("demo", {
  once: flag("once", "Exit after the tour")
}, (options) => Effect.flatMap(load(() => import("./demo.ts")), ({ demo }) => demo(options))).pipe(
  Command.withDescription(
    "Show sign-up, sign-in and error recovery against the emulator, offline; then keep it running"
  )
)

const appUrl = optional(
  text("app-url", "URL", "URL of your site, such as https://app.example.com; else LATCHKEY_APP_URL")
)

const doctor = Command.make("doctor", {
  appUrl,
  session: optional(text("session", "FILE", "Instead, explain a saved session ledger; - reads standard input"))
}, ({ appUrl, session }) =>
  Effect.flatMap(
    load(() => import("./doctor.ts")),
    ({ doctor, explainSession }) => session === undefined ? doctor({ appUrl }) : explainSession(session)
  )).pipe(
    Command.withDescription(
      "Check project, keys, clock, trusted domains, cookies and versions, and suggest fixes"
    ),
    Command.withExamples([
      { command: "latchkey doctor --session ledger.json", description: "Explain why a user was signed out" }
    ])
  )

const login = Command.make("login", {
  appUrl,
  browser: Flag.Boolean("browser").pipe(
    Flag.withDescription("Open the link in the browser; --no-browser only prints it"),
    Flag.withDefault(true)
  )
}, (options) => Effect.flatMap(load(() => import("./login.ts")), ({ login }) => login(options))).pipe(
  Command.withDescription("Sign in through the browser and store the session in your config folder"),
  Command.withExamples([
    { command: "latchkey login --app-url https://app.example.com", description: "Confirm the login on your site" }
  ])
)

const whoami = Command.make(
  "whoami",
  {},
  () => Effect.flatMap(load(() => import("./whoami.ts")), ({ whoami }) => whoami)
).pipe(Command.withDescription("Show the signed-in user"))

const logout = Command.make(
  "logout",
  {},
  () => Effect.flatMap(load(() => import("./logout.ts")), ({ logout }) => logout)
).pipe(Command.withDescription("Sign out here and in the browser that confirmed the login"))

const errors = Command.make("errors", {
  code: Argument.String("code").pipe(
    Argument.withDescription("Error code, tag, status, or part of a name (default: list all errors)"),
    Argument.optional,
    Argument.map(Option.getOrUndefined)
  )
}, ({ code }) => Effect.flatMap(load(() => import("./errors.ts")), ({ errors }) => errors(code))).pipe(
  Command.withDescription("Explain an error: what it means, how to fix it, and where its page is"),
  Command.withExamples([
    { command: "latchkey errors PASSWORD_TOO_SHORT", description: "Explain one error" },
    { command: "latchkey errors otp", description: "List the errors with otp in their name" }
  ])
)

const inspect = Command.make("inspect", {
  file: Argument.String("file").pipe(
    Argument.withDescription("File with the token (default: standard input)"),
    Argument.optional,
    Argument.map(Option.getOrUndefined)
  )
}, ({ file }) => Effect.flatMap(load(() => import("./tokenInspect.ts")), ({ inspect }) => inspect(file))).pipe(
  Command.withDescription("Show the claims and the remaining lifetime of an access token"),
  Command.withExamples([
    {
      command: "pbpaste | latchkey token inspect",
      description: "Read from the clipboard, which keeps the token out of the shell history"
    }
  ])
)

const watch = Command.make("watch", {
  files: Argument.String("file").pipe(
    Argument.withDescription("Tape, or spans exported as JSON: what the program uses"),
    Argument.variadic({ min: 1 })
  )
}, ({ files }) => Effect.flatMap(load(() => import("./watch.ts")), ({ watch }) => watch(files))).pipe(
  Command.withDescription("Check whether the platform still has the endpoints and fields that a program uses"),
  Command.withExamples([
    { command: "latchkey watch tapes/*.json", description: "Exit code 1 if something is gone or different" }
  ])
)

const token = Command.make("token").pipe(
  Command.withDescription("Decode an access token: its claims and lifetime"),
  Command.withSubcommands([inspect])
)

/** The `latchkey` command with its subcommands. */
export const command = Command.make("latchkey").pipe(
  Command.withDescription("Authentication for TypeScript apps: emulator, project setup, checks and error lookup"),
  Command.withSubcommands([emulator, init, migrate, demo, doctor, watch, login, whoami, logout, errors, token]),
  Command.withGlobalFlags([Json])
)
