/**
 * How a mail looks: its template and theme, compiled from TSX and rendered in a process (`renderProcess.ts`) that is
 * given up after {@link RenderTimeout}. Needs Node and the packages `esbuild`, `react`, `react-dom` and
 * `@react-email/components`; they are asked for when the first mail is rendered, so bundles stay without them.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { ChildProcess } from "node:child_process"
import { EmailRenderingError } from "../../../schemas/errors/emails.ts"

/** How long one mail may take, in milliseconds of real time. @default 3000 */
export const RenderTimeout = Context.Reference<number>("latchkey/emulator/RenderTimeout", { defaultValue: () => 3000 })

/** What a mail is made of. */
export interface Mail {
  /** TSX with a component `EmailTemplate`. */
  readonly template: string
  /** TSX with a component `EmailTheme`. `undefined`: none. */
  readonly theme: string | undefined
  readonly user: { readonly displayName: string | null }
  readonly project: { readonly displayName: string }
  /** What the template asks for. `undefined`: its own preview values. */
  readonly variables?: { readonly [name: string]: unknown } | undefined
  readonly unsubscribeLink?: string | undefined
}

/** A mail as it is read. */
export interface Rendered {
  readonly html: string
  readonly text: string
  readonly subject?: string
  readonly notificationCategory?: string
}

/** Nothing can be rendered where this runs. */
export class CannotRender extends Data.TaggedError("CannotRender")<{}> {
  override get message(): string {
    return "Rendering e-mails needs Node 20.16 or newer and the packages esbuild, react, react-dom and "
      + "@react-email/components."
  }
}

/** Renders a mail. */
export const render = (
  { template, theme, ...data }: Mail
): Effect.Effect<Rendered, EmailRenderingError | CannotRender> =>
  Effect.gen(function*() {
    const compiled = yield* compile(template, "/template.tsx")
    const compiledTheme = theme === undefined ? undefined : yield* compile(theme, "/theme.tsx")
    const asks = [compiled, compiledTheme].some((code) => code?.includes("require(\"arktype\")"))
    const arktype = asks ? yield* Effect.promise(bundledArkType) : undefined
    return yield* inProcess({ template: compiled, theme: compiledTheme, ...data }, arktype)
  })

interface Compiler {
  readonly transform: (source: string, options: object) => Promise<{ readonly code: string }>
  readonly build: (options: object) => Promise<{ readonly outputFiles: ReadonlyArray<{ readonly text: string }> }>
}

const compiler = (): Compiler | undefined => {
  try {
    const module = globalThis.process?.getBuiltinModule?.("node:module")
    return module?.createRequire(import.meta.url)("esbuild")
  } catch {
    return undefined
  }
}

/** What sources were compiled to, the one used longest ago first. Projects send many mails of few sources. */
const compiledSources = new Map<string, string>()

/** More are forgotten. */
const mostCompiled = 64

const remember = (source: string, code: string): string => {
  compiledSources.delete(source)
  compiledSources.set(source, code)
  if (compiledSources.size > mostCompiled) compiledSources.delete(compiledSources.keys().next().value!)
  return code
}

const compile = (source: string, sourcefile: string): Effect.Effect<string, EmailRenderingError | CannotRender> =>
  Effect.suspend((): Effect.Effect<string, EmailRenderingError | CannotRender> => {
    const known = compiledSources.get(source)
    if (known !== undefined) return Effect.succeed(remember(source, known))
    const esbuild = compiler()
    if (esbuild === undefined) return Effect.fail(new CannotRender())
    const options = { loader: "tsx", format: "cjs", jsx: "automatic", target: "es2022", sourcefile, logLevel: "silent" }
    return Effect.map(
      Effect.tryPromise({
        try: () => esbuild.transform(source, options),
        catch: (thrown) => new EmailRenderingError({ error: (thrown as Error).message })
      }),
      ({ code }) => remember(source, code)
    )
  })

let arktype: Promise<string | undefined> | undefined

/**
 * What templates may check their variables with, in one text: it runs where they run, and holds nothing of the program's.
 * It comes with whoever wants it; `undefined` where it is not installed.
 */
const bundledArkType = (): Promise<string | undefined> =>
  arktype ??= compiler()!.build({
    entryPoints: ["arktype"],
    // asked for from here, as `import` would
    absWorkingDir: globalThis.process.getBuiltinModule("node:path").dirname(
      globalThis.process.getBuiltinModule("node:url").fileURLToPath(import.meta.url)
    ),
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "es2022",
    logLevel: "silent"
  }).then(({ outputFiles }) => outputFiles[0]!.text, () => undefined)

type Outcome = { readonly rendered: Rendered } | {
  readonly error: string
  /** The process is at its end, and not for the time it took. */
  readonly isOver?: true
}

/** Jobs come one after the other: the process renders one at a time, and dies with one that takes too long. */
let last: Promise<unknown> = Promise.resolve()

let running: Promise<ChildProcess> | undefined

const inProcess = (
  job: object,
  arktype: string | undefined
): Effect.Effect<Rendered, EmailRenderingError | CannotRender> =>
  Effect.flatMap(
    Effect.flatMap(RenderTimeout, (timeoutMillis) =>
      Effect.promise(() => {
        const outcome = last.then(() => answerTo(job, arktype, timeoutMillis))
        last = outcome
        return outcome
      })),
    (outcome): Effect.Effect<Rendered, EmailRenderingError | CannotRender> =>
      outcome === undefined
        ? Effect.fail(new CannotRender())
        : "error" in outcome
        ? Effect.fail(new EmailRenderingError({ error: outcome.error }))
        : Effect.succeed(outcome.rendered)
  )

/**
 * Never rejects; `undefined` where no process starts. A process may end of what earlier mails left in its memory, so one
 * that ends with a later mail is followed by a new one, and the mail is to blame for what it does there.
 */
const answerTo = async (
  job: object,
  arktype: string | undefined,
  timeoutMillis: number
): Promise<Outcome | undefined> => {
  let child: ChildProcess
  try {
    child = await (running ??= start())
  } catch {
    running = undefined
    return undefined
  }
  hold(child, true)
  if (arktype !== undefined && !equipped.has(child)) {
    equipped.add(child)
    child.send({ arktype })
  }
  const isFirst = !used.has(child)
  used.add(child)
  const outcome = await outcomeOf(child, job, timeoutMillis)
  hold(child, false)
  const mayBeInnocent = !isFirst && "error" in outcome && outcome.isOver === true
  return mayBeInnocent ? answerTo(job, arktype, timeoutMillis) : outcome
}

/** Those that were sent a mail. */
const used = new WeakSet<ChildProcess>()

/** Those that were sent arktype. It is long, so it is sent once. */
const equipped = new WeakSet<ChildProcess>()

/** Whether the program waits for it. */
const hold = (child: ChildProcess, isHeld: boolean) => {
  for (const part of [child, child.channel]) {
    if (isHeld) part?.ref()
    else part?.unref()
  }
}

const outcomeOf = (child: ChildProcess, job: object, timeoutMillis: number): Promise<Outcome> =>
  new Promise((resolve) => {
    // real time, whatever the emulator's clock says: the source runs in real time too
    const limit = AbortSignal.timeout(timeoutMillis)
    const settle = (outcome: Outcome) => {
      limit.removeEventListener("abort", tooLong)
      child.off("message", answered).off("error", ended).off("exit", ended)
      resolve(outcome)
    }
    const giveUp = (outcome: Outcome) => {
      running = undefined
      settle(outcome)
      child.removeAllListeners("exit").on("error", () => {}).kill("SIGKILL")
    }
    const tooLong = () => giveUp({ error: `Rendering took longer than ${timeoutMillis} ms` })
    const answered = (outcome: Outcome) =>
      "error" in outcome && outcome.isOver === true ? giveUp(outcome) : settle(outcome)
    const ended = () =>
      giveUp({ error: "Rendering ended before it was done: it may have needed more memory than it has", isOver: true })
    limit.addEventListener("abort", tooLong)
    child.on("message", answered).on("error", ended).on("exit", ended)
    child.send(job)
  })

const start = (): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const processes = globalThis.process?.getBuiltinModule?.("node:child_process")
    const url = globalThis.process?.getBuiltinModule?.("node:url")
    if (processes === undefined || url === undefined) return reject(new CannotRender())
    const file = `./renderProcess${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`
    const { NODE_COMPILE_CACHE, SystemRoot } = globalThis.process.env
    const child = processes.fork(url.fileURLToPath(new URL(file, import.meta.url)), {
      // nothing of the program's own: it may hold secrets. Windows starts no process without its root
      env: {
        NODE_ENV: "production",
        ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
        ...(SystemRoot === undefined ? {} : { SystemRoot })
      },
      execArgv: ["--disallow-code-generation-from-strings"],
      serialization: "advanced",
      // what sources print is kept from the program's own output
      stdio: ["ignore", "ignore", "ignore", "ipc"]
    })
    // what a source left behind may still end the process between two mails
    const forget = () => {
      running = undefined
      reject(new CannotRender())
    }
    child.on("error", forget).on("exit", forget)
    child.once("message", (message) => message === "ready" ? resolve(child) : forget())
  })
