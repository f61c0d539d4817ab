/**
 * How a mail looks: its template and theme, compiled from TSX and rendered in a worker (`renderWorker.ts`) that is given
 * up after {@link Patience}. Needs Node and the packages `esbuild`, `react`, `react-dom` and
 * `@react-email/components`; they are asked for when the first mail is rendered, so bundles stay without them.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Worker } from "node:worker_threads"
import { EmailRenderingError } from "../../schemas/errors/others.ts"

/** How long one mail may take, in milliseconds of real time. @default 3000 */
export const Patience = Context.Reference<number>("latchkey/emulator/Patience", { defaultValue: () => 3000 })

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
    return yield* inWorker({ template: compiled, theme: compiledTheme, ...data })
  })

interface Compiler {
  readonly transform: (source: string, options: object) => Promise<{ readonly code: string }>
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

type Outcome = { readonly rendered: Rendered } | { readonly error: string }

/** Jobs come one after the other: the worker renders one at a time, and dies with one that takes too long. */
let last: Promise<unknown> = Promise.resolve()

let running: Promise<Worker> | undefined

const inWorker = (job: object): Effect.Effect<Rendered, EmailRenderingError | CannotRender> =>
  Effect.flatMap(
    Effect.flatMap(Patience, (patience) =>
      Effect.promise(() => {
        const outcome = last.then(() => answerTo(job, patience))
        last = outcome
        return outcome
      })),
    (outcome): Effect.Effect<Rendered, EmailRenderingError | CannotRender> =>
      outcome === undefined
        ? Effect.fail(new CannotRender())
        : "error" in outcome
        ? Effect.fail(new EmailRenderingError(outcome))
        : Effect.succeed(outcome.rendered)
  )

/** Never rejects; `undefined` where no worker starts. */
const answerTo = async (job: object, patience: number): Promise<Outcome | undefined> => {
  let worker: Worker
  try {
    worker = await (running ??= start())
  } catch {
    running = undefined
    return undefined
  }
  worker.ref()
  const outcome = await outcomeOf(worker, job, patience)
  worker.unref()
  return outcome
}

const outcomeOf = (worker: Worker, job: object, patience: number): Promise<Outcome> =>
  new Promise((resolve) => {
    // real time, whatever the emulator's clock says: the source runs in real time too
    const limit = AbortSignal.timeout(patience)
    const settle = (outcome: Outcome) => {
      limit.removeEventListener("abort", tooLong)
      worker.off("message", settle).off("error", failed).off("exit", ended)
      resolve(outcome)
    }
    const giveUp = (error: string) => {
      worker.removeAllListeners("exit").on("error", () => {})
      running = undefined
      settle({ error })
      void worker.terminate()
    }
    const tooLong = () => giveUp(`Rendering took longer than ${patience} ms`)
    const failed = (error: Error) => giveUp(error.message)
    const ended = () => giveUp("Rendering ended before it was done")
    limit.addEventListener("abort", tooLong)
    worker.on("message", settle).on("error", failed).on("exit", ended)
    worker.postMessage(job, [])
  })

const start = (): Promise<Worker> =>
  new Promise((resolve, reject) => {
    const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads")
    if (threads === undefined) return reject(new CannotRender())
    const file = `./renderWorker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`
    const worker = new threads.Worker(new URL(file, import.meta.url), {
      env: { NODE_ENV: "production" },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      // what sources print is kept from the program's own output; reading it would keep the program alive
      stdout: true,
      stderr: true
    })
    // what a source left behind may still end the worker between two mails
    const forget = () => {
      running = undefined
      reject(new CannotRender())
    }
    worker.on("error", forget).on("exit", forget)
    worker.once("message", () => resolve(worker))
  })
