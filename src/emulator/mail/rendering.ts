/**
 * Renders emails: compiles template and theme from TSX and renders them in a separate process (`renderProcess.ts`),
 * which is killed after {@link RenderTimeout}. Requires Node and the packages `esbuild`, `react`, `react-dom` and
 * `@react-email/components`. They are loaded when the first email is rendered, so that bundles don't contain them.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { ChildProcess } from "node:child_process"
import { EmailRenderingError } from "../../../schemas/errors/emails.ts"
import { builtInTemplates, lightTheme, type Project } from "../state/index.ts"

/** Maximum time for rendering one email, in milliseconds of real time. @default 3000 */
export const RenderTimeout = Context.Reference<number>("latchkey/emulator/RenderTimeout", { defaultValue: () => 3000 })

/** Project of an email. Templates receive its name, and themes its logos. */
export interface ProjectProps {
  readonly displayName: string
  readonly logos?: { readonly [name: string]: string }
}

/** Returns the project of an email. */
export const projectProps = (
  { displayName, fullLogoDarkModeUrl, fullLogoUrl, logoDarkModeUrl, logoUrl }: Project
): ProjectProps => {
  const logos = {
    logoUrl,
    logoFullUrl: fullLogoUrl,
    logoDarkModeUrl,
    logoFullDarkModeUrl: fullLogoDarkModeUrl
  }
  const given = Object.entries(logos).flatMap(([name, url]) => url === null ? [] : [[name, url]])
  return { displayName, logos: Object.fromEntries(given) }
}

/** Input for rendering an email. */
export interface Mail {
  /** TSX that exports a component `EmailTemplate`. */
  readonly template: string
  /** TSX that exports a component `EmailTheme`. `undefined` for no theme. */
  readonly theme: string | undefined
  readonly user: { readonly displayName: string | null }
  readonly project: ProjectProps
  /** Variables of the template. `undefined` uses the template's preview values. */
  readonly variables?: { readonly [name: string]: unknown } | undefined
  readonly unsubscribeLink?: string | undefined
}

/** Rendered email. */
export interface Rendered {
  readonly html: string
  readonly text: string
  readonly subject?: string
  readonly notificationCategory?: string
}

/** Emails can't be rendered in this environment. */
export class CannotRender extends Data.TaggedError("CannotRender")<{}> {
  override get message(): string {
    return "Rendering emails needs Node 20.16 or newer and the packages esbuild, react, react-dom and "
      + "@react-email/components."
  }
}

/** Renders an email. */
export const render = (
  { template, theme, ...data }: Mail
): Effect.Effect<Rendered, EmailRenderingError | CannotRender> =>
  Effect.gen(function*() {
    const compiled = yield* compile(template, "/template.tsx")
    const compiledTheme = theme === undefined ? undefined : yield* compile(theme, "/theme.tsx")
    const importsArkType = [compiled, compiledTheme].some((code) => code?.includes("require(\"arktype\")"))
    const arktype = importsArkType ? yield* Effect.promise(bundledArkType) : undefined
    return yield* inProcess({ template: compiled, theme: compiledTheme, ...data }, arktype)
  })

/**
 * Starts the compiler and the process, so that the first email doesn't wait for them. Does nothing where emails can't be
 * rendered. The process doesn't keep the program alive.
 */
export const warmUp: Effect.Effect<void> = Effect.ignore(Effect.gen(function*() {
  yield* compile(lightTheme, "/theme.tsx")
  yield* compile(builtInTemplates()[0]!.tsxSource, "/template.tsx")
  yield* Effect.tryPromise(() => running ??= start({ isNeeded: false }))
}))

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

/** Cache of compiled sources, least recently used first. Projects send many emails from few sources. */
const compiledSources = new Map<string, string>()

/** Maximum number of cached sources. */
const maxCompiled = 64

const remember = (source: string, code: string): string => {
  compiledSources.delete(source)
  compiledSources.set(source, code)
  if (compiledSources.size > maxCompiled) compiledSources.delete(compiledSources.keys().next().value!)
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
 * Bundles arktype as a single string. Templates can validate their variables with arktype, which runs isolated,
 * together with the template. Returns `undefined` if arktype isn't installed.
 */
const bundledArkType = (): Promise<string | undefined> =>
  arktype ??= compiler()!.build({
    entryPoints: ["arktype"],
    // resolved from this file, as an `import` would be
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
  /** Whether the process exited for a reason other than the timeout. */
  readonly isEnded?: true
}

/** Promise of the last job in the queue. Jobs run one at a time, because a job that times out kills the process. */
let last: Promise<unknown> = Promise.resolve()

let running: Promise<ChildProcess> | undefined

const inProcess = (
  job: object,
  arktype: string | undefined
): Effect.Effect<Rendered, EmailRenderingError | CannotRender> =>
  Effect.flatMap(
    Effect.flatMap(RenderTimeout, (timeoutMillis) =>
      Effect.promise(() => {
        const outcome = last.then(() => runJob(job, arktype, timeoutMillis))
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
 * Runs a job. Never rejects. Returns `undefined` if no process can be started. If a process that has already rendered
 * an email ends, the job is retried in a new process, because an earlier email may be the cause.
 */
const runJob = async (
  job: object,
  arktype: string | undefined,
  timeoutMillis: number
): Promise<Outcome | undefined> => {
  let child: ChildProcess
  try {
    child = await (running ??= start({ isNeeded: true }))
  } catch {
    running = undefined
    return undefined
  }
  keepAlive(child, true)
  if (arktype !== undefined && !sentArkType.has(child)) {
    sentArkType.add(child)
    child.send({ arktype })
  }
  const isFirst = !used.has(child)
  used.add(child)
  const outcome = await outcomeOf(child, job, timeoutMillis)
  keepAlive(child, false)
  const mayBeCausedEarlier = !isFirst && "error" in outcome && outcome.isEnded === true
  return mayBeCausedEarlier ? runJob(job, arktype, timeoutMillis) : outcome
}

/** Processes that have been sent a job. */
const used = new WeakSet<ChildProcess>()

/** Processes that have been sent arktype. It is large, so it is sent once. */
const sentArkType = new WeakSet<ChildProcess>()

/** Sets whether the program stays alive while the process runs. */
const keepAlive = (child: ChildProcess, isNeeded: boolean) => {
  for (const part of [child, child.channel]) {
    if (isNeeded) part?.ref()
    else part?.unref()
  }
}

const outcomeOf = (child: ChildProcess, job: object, timeoutMillis: number): Promise<Outcome> =>
  new Promise((resolve) => {
    // real time instead of the emulator's clock, because sources run in real time too
    const limit = AbortSignal.timeout(timeoutMillis)
    const settle = (outcome: Outcome) => {
      limit.removeEventListener("abort", onTimeout)
      child.off("message", onMessage).off("error", onExit).off("exit", onExit)
      resolve(outcome)
    }
    const discard = (outcome: Outcome) => {
      running = undefined
      settle(outcome)
      child.removeAllListeners("exit").on("error", () => {}).kill("SIGKILL")
    }
    const onTimeout = () => discard({ error: `Rendering took longer than ${timeoutMillis} ms` })
    const onMessage = (outcome: Outcome) =>
      "error" in outcome && outcome.isEnded === true ? discard(outcome) : settle(outcome)
    const onExit = () =>
      discard({
        error: "The rendering process exited early. It may have run out of memory",
        isEnded: true
      })
    limit.addEventListener("abort", onTimeout)
    child.on("message", onMessage).on("error", onExit).on("exit", onExit)
    child.send(job)
  })

const start = ({ isNeeded }: { readonly isNeeded: boolean }): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const processes = globalThis.process?.getBuiltinModule?.("node:child_process")
    const url = globalThis.process?.getBuiltinModule?.("node:url")
    if (processes === undefined || url === undefined) return reject(new CannotRender())
    const file = `./renderProcess${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`
    const { NODE_COMPILE_CACHE, SystemRoot } = globalThis.process.env
    const child = processes.fork(url.fileURLToPath(new URL(file, import.meta.url)), {
      // no other variables of the program, because they may contain secrets. Windows requires SystemRoot to start a
      // process
      env: {
        NODE_ENV: "production",
        ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
        ...(SystemRoot === undefined ? {} : { SystemRoot })
      },
      execArgv: ["--disallow-code-generation-from-strings"],
      serialization: "advanced",
      // the program's output must not contain what sources print
      stdio: ["ignore", "ignore", "ignore", "ipc"]
    })
    keepAlive(child, isNeeded)
    // a source may start code that ends the process later, between two emails
    const forget = () => {
      running = undefined
      reject(new CannotRender())
    }
    child.on("error", forget).on("exit", forget)
    child.once("message", (message) => message === "ready" ? resolve(child) : forget())
  })
