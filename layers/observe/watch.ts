/**
 * Watches the uses of a service. A watcher sees the arguments and results of the service's members, but can't change
 * them, because it never gets the service itself. docs/laws.md observe-1, observe-2.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Tracer from "effect/Tracer"

/** The start of one use of a service's member. */
export interface Started<Args extends ReadonlyArray<unknown>> {
  readonly args: Args
  /** Time in milliseconds, like all times that watchers receive. */
  readonly startedAt: number
  /** Span of the calling effect; `undefined` if tracing is disabled. */
  readonly span: Tracer.AnySpan | undefined
}

/** Called when a use starts. Returns a function that is called when the use ends, or nothing. */
export type Hook<Args extends ReadonlyArray<unknown>, A, E> = (
  started: Started<Args>
) => ((endedAt: number, exit: Exit.Exit<A, E>) => void) | void

/** The hook of a member: an effect, or a function that returns one. Other members can't be watched. */
type HookOf<Member> = Member extends Effect.Effect<infer A, infer E, infer _R> ? Hook<readonly [], A, E>
  : Member extends (...args: infer Args extends ReadonlyArray<any>) => Effect.Effect<infer A, infer E, infer _R> ?
    Hook<Args, A, E>
  : never

/** Hooks, keyed by the names of a service's members. */
export type Hooks<Service> = { readonly [Name in keyof Service]?: HookOf<Service[Name]> }

/** Watches one service. */
export interface Watcher<Service> {
  /** Called when the service has been built. */
  readonly built?: () => void
  readonly hooks?: Hooks<Service>
  /** Called when the service reports a change of its state. */
  readonly changed?: () => void
}

declare const madeHere: unique symbol

/** The watchers of a service that is being built. Only this module creates one. */
export interface Watching<Service> {
  readonly [madeHere]: true
  /** Called with the service when it is built. Returns the service that the program uses. */
  readonly around: (service: Service) => Service
  readonly changed: () => void
}

/** A service that can be watched. `facts` describe the service that is being built. */
export type WatchPoint<Service, Facts> = Context.Reference<((facts: Facts) => Watching<Service>) | undefined>

/** Declares that a service can be watched. When the service is built, it gets its watchers from this reference. */
export const watchPoint = <Service extends object, Facts = void>(name: string): WatchPoint<Service, Facts> =>
  Context.Reference<((facts: Facts) => Watching<Service>) | undefined>(`latchkey/observe/${name}`, {
    defaultValue: () => undefined
  })

/**
 * Adds a watcher to those of the program. Provide the result to the layer that builds the service. `watch` creates the
 * watcher of each service that is built.
 */
export const watched = <Service extends object, Facts>(
  point: WatchPoint<Service, Facts>,
  watch: (facts: Facts) => Watcher<Service>
): Effect.Effect<Context.Context<never>> =>
  Effect.contextWith((here: Context.Context<never>) => {
    const others = Context.get(here, point)
    const report = reporter(here)
    return Effect.succeed(Context.make(point, (facts: Facts) => {
      const outer = others?.(facts)
      const { built, changed, hooks = {} } = guarded(report, () => watch(facts)) ?? {}
      return {
        around: (service: Service) => {
          const watched = observed(outer === undefined ? service : outer.around(service), hooks, report)
          if (built !== undefined) guarded(report, built)
          return watched
        },
        changed: () => {
          outer?.changed()
          if (changed !== undefined) guarded(report, changed)
        }
      } as Watching<Service>
    }))
  })

/** Returns a service that behaves like the given one, and calls the hooks. */
export const observed = <Service extends object>(
  service: Service,
  hooks: Hooks<Service>,
  report: Report = reporter(Context.empty())
): Service => {
  const members = Object.getOwnPropertyDescriptors(service) as { [name: string]: PropertyDescriptor }
  for (const [name, hook] of Object.entries(hooks as { readonly [name: string]: AnyHook | undefined })) {
    const member: unknown = service[name as keyof Service]
    if (hook === undefined || member === undefined) continue
    members[name] = {
      enumerable: true,
      value: typeof member === "function" && !Effect.isEffect(member)
        ? (...args: ReadonlyArray<unknown>) => around(hook, args, Reflect.apply(member, service, args), report)
        : around(hook, [], member as AnyEffect, report)
    }
  }
  return Object.create(Object.getPrototypeOf(service), members) as Service
}

type AnyEffect = Effect.Effect<unknown, unknown, unknown>

type AnyHook = Hook<ReadonlyArray<unknown>, unknown, unknown>

const around = (hook: AnyHook, args: ReadonlyArray<unknown>, self: AnyEffect, report: Report): AnyEffect =>
  Effect.uninterruptibleMask((restore) =>
    Effect.withFiber((fiber) => {
      const now = () => fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
      const ended = guarded(report, () => hook({ args, startedAt: now(), span }))
      const use = restore(self)
      return ended === undefined
        ? use
        : Effect.onExit(use, (exit) => Effect.sync(() => guarded(report, () => ended(now(), exit))))
    })
  )

/** Reports an error that a watcher threw. */
export type Report = (thrown: unknown) => void

/** Reports to the program's loggers. */
export const reporter = (context: Context.Context<never>): Report => {
  const run = Effect.runForkWith(context)
  return (thrown) => void run(Effect.logError("A watcher threw. The program that it watches isn't affected.", thrown))
}

/** Calls a watcher. If it throws, reports the error, so that the watched program continues. */
export const guarded = <A>(report: Report, call: () => A): A | undefined => {
  try {
    return call()
  } catch (thrown) {
    report(thrown)
    return undefined
  }
}
