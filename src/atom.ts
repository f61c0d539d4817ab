/**
 * The session, cached reads and actions as atoms of `effect/reactivity`, for programs whose state lives there:
 * `latchkey/atom`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Hash from "effect/Hash"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as AsyncResult from "effect/reactivity/AsyncResult"
import * as Atom from "effect/reactivity/Atom"
import { untilPersonChanges } from "../layers/access/forPerson.ts"
import type { InitialReads, ReadDefinition, ReadState } from "../layers/reads/read.ts"
import { over, ReadCache, session } from "../layers/reads/Reads.ts"
import type { SessionState } from "../layers/session/currentSession.ts"
import type { Session } from "../layers/session/Session.ts"
import type { ClientAccess } from "../schemas/access.ts"
import { countsAsSignedIn } from "../schemas/entities/restriction.ts"
import type { User } from "../schemas/entities/User.ts"
import { currentUser } from "./reads.ts"

export type { InitialReads, ReadDefinition } from "../layers/reads/read.ts"

/** The services that the atom of the signed-in user requires. */
export type UserServices = ClientAccess | Session

/** Options for {@link makeAtoms}. */
export interface AtomOptions {
  /** Values that the server read for this page. They are shown at once, and not read again until they are invalidated. */
  readonly initial?: InitialReads | undefined
}

/** The atoms over one set of services. */
export interface LatchkeyAtoms<R, E> {
  /** Builds the services once per registry, and keeps them until the registry is disposed. */
  readonly runtime: Atom.AtomRuntime<R | ReadCache, E>
  /**
   * The atom of a cached read. Reads with the same key have the same atom. All registries and hooks over one
   * `ReadCache` share its requests, and writes refresh it. `Atom.refresh` requests the value again. If a refresh fails,
   * the result is a `Failure` with the previous value, which `AsyncResult.value` returns.
   */
  readonly read: <A, Err>(read: ReadDefinition<A, Err, R | ReadCache>) => Atom.Atom<AsyncResult.AsyncResult<A, Err | E>>
  /**
   * An atom that runs the function with the services when a value is written to the atom. Its value is the result of
   * the latest run:
   *
   * ```ts
   * const signInAtom = action((credentials: { email: string; password: string }) => signIn.withPassword(credentials))
   * ```
   *
   * A new run interrupts the previous one. The atom also interrupts its run when it loses its last subscriber, and when
   * the signed-in person changes: see `forPerson` of `latchkey`.
   */
  readonly action: <Arg = void, A = never, Err = never>(
    run: (argument: Arg) => Effect.Effect<A, Err, R | ReadCache>
  ) => Atom.AtomResultFn<Arg, A, Err | E>
  /** The state of the session, without a request. */
  readonly session: [Session] extends [R] ? Atom.Atom<AsyncResult.AsyncResult<SessionState, E>> : never
  /**
   * The signed-in user, or `null`. Anonymous and restricted users count as signed out. To include
   * them, use `read(reads.currentUser)`.
   */
  readonly user: [UserServices] extends [R] ? Atom.Atom<
      AsyncResult.AsyncResult<User | null, Effect.Error<typeof currentUser.effect> | E>
    > :
    never
}

/**
 * Creates the atoms over a layer, once per program.
 *
 * If the layer has a `ReadCache`, the atoms use it.
 *
 * @example
 * ```ts
 * import * as AtomRegistry from "effect/reactivity/AtomRegistry"
 * import { Client } from "latchkey"
 * import { makeAtoms } from "latchkey/atom"
 *
 * const atoms = makeAtoms(Client.layer(project))
 * const user = yield* AtomRegistry.getResult(AtomRegistry.make(), atoms.user)
 * console.log(user) // null
 * ```
 */
export const makeAtoms = <R, E>(layer: Layer.Layer<R, E>, { initial }: AtomOptions = {}): LatchkeyAtoms<R, E> => {
  const runtime = Atom.keepAlive(Atom.runtime(withReads(layer, initial)))

  const atoms = Atom.family(({ read }: ByKey) => atomOf(runtime, read))

  const read = (definition: Definition) => atoms(new ByKey(definition))

  return {
    runtime,
    read: read as LatchkeyAtoms<R, E>["read"],
    action: (run) => runtime.fn((argument) => untilPersonChanges(run(argument as never))) as never,
    session: read(session) as never,
    user: Atom.mapResult(
      read(currentUser) as Atom.Atom<AsyncResult.AsyncResult<User | null>>,
      (user) => countsAsSignedIn(user, false) ? user : null
    ) as never
  }
}

type Definition = ReadDefinition<any, any, any>

/** Adds a cache to services without one. */
const withReads = <R, E>(layer: Layer.Layer<R, E>, initial: InitialReads | undefined): Layer.Layer<R | ReadCache, E> =>
  Layer.flatMap(
    layer,
    (services) =>
      Context.getOrUndefined(services as Context.Context<unknown>, ReadCache) === undefined
        ? over(Layer.succeedContext(services), initial)
        : Layer.succeedContext(services as Context.Context<R | ReadCache>)
  )

/** A read that equals every other read with the same key. */
class ByKey implements Equal.Equal {
  readonly read: Definition
  constructor(read: Definition) {
    this.read = read
  }
  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof ByKey && that.read.key === this.read.key
  }
  [Hash.symbol](): number {
    return Hash.string(this.read.key)
  }
}

const atomOf = <R, E>(
  runtime: Atom.AtomRuntime<R | ReadCache, E>,
  read: Definition
): Atom.Atom<AsyncResult.AsyncResult<unknown, unknown>> => {
  /** Atom that requests the value again whenever the atom is refreshed. Its first evaluation sends no request. */
  const requests = Atom.readable((get) => {
    const services = get.once(runtime)
    if (Option.isSome(get.self()) && services._tag === "Success") {
      Effect.runSync(Context.get(services.value, ReadCache).invalidate(read))
    }
    return {}
  })
  return Atom.readable(
    (get) => {
      const services = get(runtime)
      if (services._tag !== "Success") return services as AsyncResult.AsyncResult<never, E>
      const { view } = Context.get(services.value, ReadCache)
      get.mount(requests)
      const resultOf = makeResultOf()
      const result = () => {
        // after another user has signed in, the first evaluation requests the value
        view.ensure(read)
        return resultOf(view.state(read))
      }
      get.addFinalizer(view.subscribe(read, () => get.setSelf(result())))
      return result()
    },
    (refresh) => refresh(requests)
  )
}

/** Creates a function that converts a read's states to results. Results keep the last value after a failed refresh. */
const makeResultOf = () => {
  let last: AsyncResult.Success<unknown> | undefined
  return (state: ReadState<unknown, unknown>): AsyncResult.AsyncResult<unknown, unknown> => {
    if (state._tag === "Pending") return AsyncResult.initial(true)
    const waiting = state.refreshing
    if (state._tag === "Failure") return AsyncResult.failure(state.cause, { waiting })
    // an unchanged value keeps its timestamp
    const timestamp = last?.value === state.value ? last?.timestamp : undefined
    last = AsyncResult.success(state.value, timestamp === undefined ? { waiting } : { waiting, timestamp })
    return state.cause === undefined
      ? last
      : AsyncResult.failure(state.cause, { previousSuccess: Option.some(last), waiting })
  }
}
