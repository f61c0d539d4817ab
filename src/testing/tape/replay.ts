/** Plays a tape to a program. */
import { Clock as CurrentClock } from "effect/Clock"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import {
  type Fetch,
  following,
  layerProjectOf,
  layerRetryPolicy,
  type PolicyInput,
  type ProjectOptions,
  Transport
} from "../../../layers/call/index.ts"
import { CallObserver, type ObservedCall } from "../../../layers/observe/index.ts"
import { tokenStoreOf, type TokenStoreOption } from "../../../layers/session/index.ts"
import type { AccessLevel } from "../../../schemas/access.ts"
import { Client } from "../../programs/index.ts"
import { clientOfRuntime, createAdmin, createServer, type SharedClient } from "../../promise/index.ts"
import { timesOf } from "./clientTimes.ts"
import { levelOf, platformHeader, platformName } from "./conversation.ts"
import { TapeNotPlayed } from "./errors.ts"
import { playerOf } from "./player.ts"
import { fetchOf } from "./replayFetch.ts"
import { type Exchange, startOf, type Tape } from "./Tape.ts"
import { virtualClock } from "./virtualClock.ts"

/** Options for a client that a tape plays to. */
export interface ReplayedClientOptions
  extends Omit<Client.SessionOptions, "tokenStore">, Client.RedirectingOptions, Client.BotChallengeOptions
{
  /** Session of the client. @default the session with which the recording began, in memory */
  readonly tokenStore?: TokenStoreOption | undefined
  readonly retryPolicy?: PolicyInput | undefined
}

/** A promise client that a tape plays to. */
export interface ReplayedClient extends SharedClient, AsyncDisposable {
  readonly dispose: () => Promise<void>
}

/** A tape that is being played. Each exchange is played once. */
export interface Playback {
  /** Responds from the tape, after the recorded duration on the program's clock. */
  readonly layer: Layer.Layer<Transport>
  /** A `fetch` that responds from the tape, for code with promises. It waits with the runtime's timers. */
  readonly fetch: Fetch
  /**
   * Virtual clock for programs with `layer`. It begins at the tape's start, moves to the end of the next wait as soon as
   * the program is idle, and to the time of the next recorded request when a call begins. In tests with `TestClock`,
   * use `TestClock.setTime(Tape.startOf(tape))` instead.
   */
  readonly layerClock: Layer.Layer<never>
  /** Creates a promise client with a virtual clock, which starts at the tape's start and never waits. */
  readonly client: (options?: ReplayedClientOptions) => ReplayedClient
  /**
   * Calls a function of your app with a client that the tape plays to, and with the other arguments. The client has the
   * access level of the recorded requests.
   */
  readonly run: <A>(program: (...given: Array<any>) => A, ...given: ReadonlyArray<unknown>) => A
  /** Options for the recorded project, with stand-ins for its keys. */
  readonly project: ProjectOptions
  /** Returns the exchanges that haven't been played, in order. */
  readonly remaining: () => ReadonlyArray<Exchange>
  /**
   * Throws the first `NotOnTape` error, even if the program handled it, or `TapeNotPlayed` if exchanges remain. Use it
   * as the last check of a test.
   */
  readonly assertPlayed: () => void
}

/**
 * Plays a tape: a program that sends the recorded requests gets the recorded responses. Requests match in order, and
 * concurrent ones in any order. Values that differ between runs, such as nonces, and values that the user enters, such
 * as passwords, match any string. Responses then contain the string that was sent.
 *
 * A request that isn't on the tape fails with `NotOnTape`: with `layer` and `client` as a defect, which error handlers
 * don't catch, and with `fetch` as a lost connection.
 *
 * @example
 * ```ts
 * import { createClient } from "latchkey/promise"
 * import { Tape } from "latchkey/testing"
 *
 * const recording = Tape.record({ fetch: emulator.fetch })
 * await createClient({ ...project, fetch: recording.fetch }).signIn.withPassword({ email, password })
 *
 * const replay = Tape.replay(recording.tape())
 * const client = replay.client()
 * await client.signIn.withPassword({ email, password: "another password" })
 * replay.assertPlayed()
 * console.log(client.session.state()._tag) // SignedIn
 * ```
 */
export const replay = (tape: Tape): Playback => {
  const { missed, next, play, remaining, suggested } = playerOf(tape)
  const layer = Layer.sync(Transport, () => ({ send: (request) => following(play, request) }))
  const project = projectOf(tape, suggested)
  const level = levelIn(tape)
  // all clients of a replay share one clock
  const { layerClock, pause } = clockOf(tape, next)

  const client: Playback["client"] = (
    { retryPolicy = {}, tokenStore = tokensOf(tape, suggested), ...options } = {}
  ) => {
    const runtime = ManagedRuntime.make(
      Client.layerNoProject({ ...options, tokenStore: tokenStoreOf(tokenStore) }).pipe(
        Layer.provideMerge(layerProjectOf(project)),
        Layer.provide(layer),
        Layer.provideMerge(layerRetryPolicy(retryPolicy)),
        Layer.provideMerge(layerClock)
      )
    )
    const dispose = () => runtime.dispose()
    const client = clientOfRuntime(() => {
      pause()
      return runtime
    })
    return Object.assign(client, { dispose, [Symbol.asyncDispose]: dispose })
  }

  const fetch = fetchOf(play)
  const clientOfLevel = () =>
    level === "client" ? client() : (level === "admin" ? createAdmin : createServer)({ ...project, fetch })

  return {
    layer,
    layerClock,
    fetch,
    client,
    run: (program, ...given) => program(clientOfLevel(), ...given),
    project,
    remaining,
    assertPlayed: () => {
      if (missed[0] !== undefined) throw missed[0]
      const requests = remaining().map(({ request: { method, path } }) => `${method} ${path}`)
      if (requests.length > 0) throw new TapeNotPlayed({ requests })
    }
  }
}

/** Returns the access level of the first request that names one. */
const levelIn = ({ exchanges }: Tape): AccessLevel => {
  const named = exchanges.find(({ request }) => platformHeader(request, "access-type") !== undefined)
  return named === undefined ? "client" : levelOf(named.request)
}

/** Maximum time in milliseconds by which the virtual clock passes the end of the tape. */
const overtime = 86_400_000

/** Creates the clock of a replay. `pause` repeats the pause that the user made before the next recorded request. */
const clockOf = (tape: Tape, next: () => Exchange | undefined) => {
  const start = startOf(tape)
  const times = new Map(timesOf(tape).map(({ at, exchange }) => [exchange, at]))
  const end = tape.exchanges.reduce((end, exchange) => Math.max(end, times.get(exchange)! + exchange.took), start)
  const { clock, moveTo } = virtualClock(start, end + overtime)
  const pause = (): void => {
    const exchange = next()
    if (exchange !== undefined) moveTo(times.get(exchange)!)
  }
  const layerClock = Layer.merge(
    Layer.succeed(CurrentClock, clock),
    Layer.succeed(CallObserver, {
      call: () => {
        pause()
        return unobserved
      }
    })
  )
  return { layerClock, pause }
}

const unobserved: ObservedCall = { attempt: () => ({ status: () => {}, ended: () => {} }), ended: () => {} }

/** Returns the options of the recorded project. */
const projectOf = (tape: Tape, filled: (text: string) => string): ProjectOptions => {
  const headers = new Map(
    tape.exchanges.flatMap(({ request }) =>
      Object.entries(request.headers ?? {}).map(([name, value]) => [platformName(name) ?? name, value] as const)
    )
  )
  const form = tape.exchanges.map(({ request }) => request.body).find((body) => body !== undefined && "form" in body)
  const option = (text: string | undefined) => text === undefined ? undefined : filled(text)
  return {
    // a tape without requests of a project has no project id
    projectId: option(headers.get("project-id") ?? form?.form["client_id"]) ?? "internal",
    publishableClientKey: option(headers.get("publishable-client-key") ?? form?.form["client_secret"]),
    secretServerKey: option(headers.get("secret-server-key")),
    superSecretAdminKey: option(headers.get("super-secret-admin-key")),
    baseUrl: tape.apiUrl === "" ? undefined : tape.apiUrl.replace(/\/api\/v1$/, "")
  }
}

/** Returns the tokens that the recording began with: those that were sent before any response contained them. */
const tokensOf = (tape: Tape, filled: (text: string) => string): TokenStoreOption => {
  const token = (name: "access_token" | "refresh_token"): string | null => {
    for (const { request, response } of tape.exchanges) {
      const { body } = request
      const sent = platformHeader(request, name.replace("_", "-"))
        ?? (body !== undefined && "form" in body ? body.form[name] : undefined)
      if (sent !== undefined) return filled(sent)
      if (response?.body !== undefined && JSON.stringify(response.body).includes(`{{${name}:`)) return null
    }
    return null
  }
  return { accessToken: token("access_token"), refreshToken: token("refresh_token") }
}
