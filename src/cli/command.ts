/** The commands, their flags and their help. What a command does is loaded when it is called, so that each starts fast. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Json } from "./answer.ts"

/** Loads a command's module. */
const load = <Module>(module: () => Promise<Module>) => Effect.promise(module)

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description))

const optional = <A>(flag: Flag.Flag<A>): Flag.Flag<A | undefined> =>
  Flag.map(Flag.optional(flag), Option.getOrUndefined)

const flag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withoutNegation, Flag.withDefault(false))

const emulator = Command.make("emulator", {
  port: Flag.withDefault(text("port", "NUMBER", "Port to listen on; 0 takes any free one (default 8102)"), "8102"),
  host: Flag.withDefault(
    text("host", "ADDRESS", "Address to listen on (default 127.0.0.1); another lets everyone on the network in"),
    "127.0.0.1"
  ),
  seed: optional(text("seed", "FILE", "Projects and users to start with, as JSON")),
  state: optional(
    text("state", "FILE", "Keeps the state: loaded at the start, saved after changes, on request and at the end")
  ),
  control: flag(
    "control",
    "Answer the control API at /emulator/control: who reaches the port can sign in as anyone"
  ),
  open: flag("open", "Open its pages in the browser"),
  smtp: optional(text("smtp", "HOST:PORT", "Hands mails to an SMTP server as well")),
  webhook: optional(text("webhook", "URL", "Posts signed events there")),
  webhookSecretFile: optional(
    text(
      "webhook-secret-file",
      "FILE",
      "Signs them with the secret in it; LATCHKEY_WEBHOOK_SECRET otherwise (default: a new one)"
    )
  )
}, (options) => Effect.flatMap(load(() => import("./emulator.ts")), ({ emulator }) => emulator(options))).pipe(
  Command.withDescription("Start the embedded platform on a port, with pages for people at /emulator"),
  Command.withExamples([
    { command: "latchkey emulator --port 0 --state .latchkey.json", description: "Any free port, and users that stay" }
  ])
)

const init = Command.make("init", {
  yes: flag("yes", "Write without asking"),
  dryRun: flag("dry-run", "Show the files that would be written, and write none")
}, (options) => Effect.flatMap(load(() => import("./init.ts")), ({ init }) => init(options))).pipe(
  Command.withDescription("Put sign-in into the project of this folder: Vite, Next.js, Express or plain Node"),
  Command.withExamples([{ command: "latchkey init --dry-run", description: "Look before anything is written" }])
)

const demo = Command.make("demo", {
  once: flag("once", "End after the tour instead of staying up")
}, (options) => Effect.flatMap(load(() => import("./demo.ts")), ({ demo }) => demo(options))).pipe(
  Command.withDescription(
    "Play sign-up, sign-in and trouble on the embedded platform, offline; then stay up for an app"
  )
)

const appUrl = optional(
  text("app-url", "URL", "The site of the project, as https://app.example.com; LATCHKEY_APP_URL otherwise")
)

const doctor = Command.make(
  "doctor",
  { appUrl },
  (options) => Effect.flatMap(load(() => import("./doctor.ts")), ({ doctor }) => doctor(options))
).pipe(
  Command.withDescription(
    "Check project, keys, clock, trusted domains, cookies and versions; each line ends with the fix"
  )
)

const login = Command.make("login", {
  appUrl,
  browser: Flag.Boolean("browser").pipe(
    Flag.withDescription("Open the link; --no-browser only prints it"),
    Flag.withDefault(true)
  )
}, (options) => Effect.flatMap(load(() => import("./login.ts")), ({ login }) => login(options))).pipe(
  Command.withDescription("Sign in through the browser and keep the session in your config folder"),
  Command.withExamples([
    { command: "latchkey login --app-url https://app.example.com", description: "Confirm on the site of the project" }
  ])
)

const whoami = Command.make(
  "whoami",
  {},
  () => Effect.flatMap(load(() => import("./whoami.ts")), ({ whoami }) => whoami)
).pipe(Command.withDescription("Say who is signed in"))

const logout = Command.make(
  "logout",
  {},
  () => Effect.flatMap(load(() => import("./logout.ts")), ({ logout }) => logout)
).pipe(Command.withDescription("Sign out here and on the platform, also in the browser that confirmed"))

const errors = Command.make("errors", {
  code: Argument.String("code").pipe(
    Argument.withDescription("A code, a tag, a status or a part of one; all of them unless given"),
    Argument.optional,
    Argument.map(Option.getOrUndefined)
  )
}, ({ code }) => Effect.flatMap(load(() => import("./errors.ts")), ({ errors }) => errors(code))).pipe(
  Command.withDescription("Look up what the platform can answer: when it does, and what to do"),
  Command.withExamples([
    { command: "latchkey errors PASSWORD_TOO_SHORT", description: "One error in full" },
    { command: "latchkey errors otp", description: "Every error with otp in its name" }
  ])
)

const inspect = Command.make("inspect", {
  file: Argument.String("file").pipe(
    Argument.withDescription("A file that holds the token; standard input unless given"),
    Argument.optional,
    Argument.map(Option.getOrUndefined)
  )
}, ({ file }) => Effect.flatMap(load(() => import("./tokenInspect.ts")), ({ inspect }) => inspect(file))).pipe(
  Command.withDescription("Show what an access token says and how long it lives, never the token"),
  Command.withExamples([
    { command: "pbpaste | latchkey token inspect", description: "From the clipboard, past the shell's history" }
  ])
)

const token = Command.make("token").pipe(
  Command.withDescription("Look into tokens"),
  Command.withSubcommands([inspect])
)

/** `latchkey` */
export const command = Command.make("latchkey").pipe(
  Command.withDescription("Sign-in for TypeScript: the platform in a box, and tools for those who build on it"),
  Command.withSubcommands([emulator, init, demo, doctor, login, whoami, logout, errors, token]),
  Command.withGlobalFlags([Json])
)
