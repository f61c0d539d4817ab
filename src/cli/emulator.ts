/** `latchkey emulator`: runs the emulator on a port until it is stopped. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import type { EmulatorHandle, Seed, SeedUser } from "../emulator/index.ts"
import { warmUp } from "../emulator/mail/index.ts"
import { listen } from "../emulator/port/index.ts"
import { type EmulatorInternals, make, readSeed } from "../emulator/server/index.ts"
import { cliLogin } from "../flows/cli/index.ts"
import { event } from "./output.ts"
import { warn } from "./output/index.ts"
import { envFileOf, envLines, kindIn } from "./project/index.ts"
import * as smtp from "./smtp.ts"
import * as stateFile from "./stateFile.ts"
import { Unusable } from "./Unusable.ts"
import * as webhooks from "./webhooks.ts"

/** Flags of the command. */
export interface Options {
  readonly port: string
  readonly host: string
  readonly seed: string | undefined
  readonly state: string | undefined
  readonly control: boolean
  readonly smtp: string | undefined
  readonly webhook: string | undefined
  readonly webhookSecretFile: string | undefined
  readonly open: boolean
  /** Program to run beside the emulator, with its arguments. Empty for none. */
  readonly program: ReadonlyArray<string>
}

/** Runs until it is interrupted. Reports invalid flags and files before it listens. */
export const emulator = (options: Options) => Effect.scoped(run(options))

const run = (options: Options) =>
  Effect.gen(function*() {
    const port = yield* portOf(options.port)
    const [program, ...args] = options.program
    if (options.open && !isLoopback(options.host)) return yield* unopened(options.host)
    const seed = options.seed === undefined ? { users: [ada] } : yield* seedOf(options.seed)
    if (options.state !== undefined) yield* stateFile.lock(options.state)
    const internals = yield* make({ hideUnknownAddresses: true, ...seed })
    const { handle } = internals
    const saveState = options.state === undefined ? undefined : stateFile.saver(options.state, handle)
    const isLoaded = options.state !== undefined && (yield* stateFile.load(options.state, handle))
    if (options.smtp !== undefined) yield* smtp.forward(options.smtp, handle)
    const givenSecret = yield* webhooks.givenSecret(options.webhookSecretFile)
    const secret = options.webhook === undefined
      ? undefined
      : yield* webhooks.post(options.webhook, givenSecret, handle)
    if (saveState !== undefined) yield* keepSaved(internals, saveState)
    yield* Effect.mapError(
      listen(internals, {
        port,
        host: options.host,
        pages: true,
        control: options.control,
        ...(saveState === undefined ? {} : { saveState })
      }),
      ({ message }) => new Unusable({ sentence: message })
    )
    const webhookSecret = givenSecret === undefined ? secret : undefined
    const users = isLoaded ? [] : usersOf(seed)
    yield* event(
      "emulator",
      "listening",
      { ...connectionSettings(internals), users, ...(webhookSecret === undefined ? {} : { webhookSecret }) },
      greeting(internals, options, { isLoaded, users, webhookSecret })
    )
    // delayed, so that a command that exits at once doesn't start the renderer
    yield* Effect.forkScoped(Effect.delay(warmUp, "1 second"))
    if (options.open) yield* cliLogin.open({ url: consoleOf(handle) })
    return yield* program === undefined ? untilStopped : ended(program, args)
  })

/** Waits until the command is stopped. Stopping counts as success. */
export const untilStopped: Effect.Effect<never> = Effect.onInterrupt(
  Effect.never,
  () => Effect.sync(() => process.exitCode = 0)
)

/**
 * Runs a program in this terminal until it exits, and adopts its exit code. Stopping the command also stops the
 * program.
 */
const ended = (program: string, args: ReadonlyArray<string>): Effect.Effect<void, Unusable> =>
  Effect.callback<void, Unusable>((resume) => {
    // on Windows, npm installs executables as `.cmd` scripts, which need a shell
    const child = spawn(program, args, { stdio: "inherit", shell: process.platform === "win32" })
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()))
    child.once(
      "error",
      ({ message }) => resume(Effect.fail(new Unusable({ sentence: `${program} cannot be started: ${message}` })))
    )
    child.once("close", (code) =>
      resume(Effect.sync(() => {
        process.exitCode ??= code ?? 1
      })))
    return Effect.promise(() => {
      process.exitCode = 0
      child.kill()
      return closed
    })
  })

/** User of an emulator without a seed. */
const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

/** Returns the seeded users of the first project. */
const usersOf = ({ projects, users = [] }: Seed): ReadonlyArray<SeedUser> => [...projects?.[0].users ?? [], ...users]

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host)

const unopened = (host: string) =>
  new Unusable({
    sentence: `--open works only if the emulator listens on loopback, and --host is ${host}. Omit one of them.`
  })

const portOf = (text: string): Effect.Effect<number, Unusable> =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? Effect.succeed(Number(text))
    : Effect.fail(new Unusable({ sentence: `--port needs a number from 0 to 65535, not ${text}.` }))

const seedOf = (file: string): Effect.Effect<Seed, Unusable> =>
  Effect.gen(function*() {
    const text = yield* Effect.tryPromise({
      try: () => readFile(file, "utf8"),
      catch: (error) => new Unusable({ sentence: `The seed file ${file} cannot be read: ${(error as Error).message}` })
    })
    const json = yield* Effect.try({
      try: (): unknown => JSON.parse(text),
      catch: (error) =>
        new Unusable({ sentence: `The seed file ${file} is not valid JSON: ${(error as Error).message}` })
    })
    return yield* Effect.mapError(
      readSeed(json),
      (problems) => new Unusable({ sentence: [`The seed file ${file} is invalid:`, ...problems].join("\n  ") })
    )
  })

/**
 * Saves the state at exit and after changes: at most once per second, and less often if saving is slow. The exit code is 1 if
 * the state at exit could not be saved.
 */
const keepSaved = (
  internals: EmulatorInternals,
  save: Effect.Effect<void, Unusable>
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function*() {
    const saveOrWarn = Effect.catchTag(save, "Unusable", ({ sentence }) => warn(sentence))
    yield* Effect.addFinalizer(() =>
      Effect.catchTag(save, "Unusable", ({ sentence }) =>
        Effect.andThen(
          warn(sentence),
          Effect.sync(() => process.exitCode = 1)
        ))
    )
    const changes = yield* Queue.sliding<void>(1)
    yield* Effect.acquireRelease(
      Effect.sync(() => internals.changes.listen(() => void Queue.offerUnsafe(changes, undefined))),
      (stop) => Effect.sync(stop)
    )
    const saveNext = Effect.gen(function*() {
      yield* Queue.take(changes)
      const start = yield* Clock.currentTimeMillis
      yield* saveOrWarn
      const took = (yield* Clock.currentTimeMillis) - start
      yield* Effect.sleep(Math.max(1000, 10 * took))
    })
    yield* Effect.forkScoped(Effect.forever(saveNext))
  })

/** Returns the address of the console. */
export const consoleOf = ({ baseUrl }: Pick<EmulatorHandle, "baseUrl">): string => `${baseUrl}/emulator`

/** Returns the settings for apps. The keys are public and valid only for this emulator. */
const connectionSettings = ({ handle }: EmulatorInternals) => ({
  baseUrl: handle.baseUrl,
  projectId: handle.project.projectId,
  publishableClientKey: Redacted.value(handle.project.publishableClientKey),
  secretServerKey: Redacted.value(handle.project.secretServerKey),
  superSecretAdminKey: Redacted.value(handle.project.superSecretAdminKey),
  pages: consoleOf(handle)
})

const greeting = (
  { handle }: EmulatorInternals,
  { control, host, state }: Options,
  { isLoaded, users, webhookSecret }: {
    readonly isLoaded: boolean
    readonly users: ReadonlyArray<SeedUser>
    readonly webhookSecret: string | undefined
  }
): string => {
  const { baseUrl, project } = handle
  const kind = kindIn(process.cwd())
  return [
    `The emulator listens on ${baseUrl}`,
    "",
    `Console         ${consoleOf(handle)}`,
    ...(control ? [`Control API     ${baseUrl}/emulator/control`] : []),
    ...(state === undefined ? [] : [`State           ${state}${isLoaded ? ", loaded" : ", new file"}`]),
    ...users.slice(0, maxShown).map((user, index) =>
      `${index === 0 ? "Sign in as      " : " ".repeat(16)}${shown(user)}`
    ),
    ...(users.length > maxShown ? [`${" ".repeat(16)}and ${users.length - maxShown} more users from the seed`] : []),
    `Server key      ${Redacted.value(project.secretServerKey)}`,
    `Admin key       ${Redacted.value(project.superSecretAdminKey)}`,
    ...(webhookSecret === undefined ? [] : [`Webhook secret  ${webhookSecret}`]),
    ...(isLoopback(host) ? [] : [
      "",
      `Warning: the emulator listens on ${host}, so other machines can reach it. Anyone who can connect can read its emails,`,
      "sign in as any user, and run code on this machine with the public admin key, because email templates are code.",
      "Use it in trusted networks only, and with test data only."
    ]),
    "",
    `Settings for the app, in ${envFileOf(kind)}:`,
    "",
    ...envLines(kind, project)
  ].join("\n")
}

/** Maximum number of users to print. */
const maxShown = 3

const shown = ({ email, password }: SeedUser): string =>
  `${email}, ${password === undefined ? "with a code sent by email" : `password: ${password}`}`
