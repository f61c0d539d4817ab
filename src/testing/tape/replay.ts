/** Plays a tape to a program. */
import { Clock as CurrentClock } from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import {
  type Fetch,
  following,
  layerProjectOf,
  layerRetryPolicy,
  type PolicyInput,
  type ProjectOptions,
  Transport,
  TransportError,
  type WireRequest,
  type WireResponse
} from "../../../layers/call/index.ts"
import { responseHeaders } from "../../../layers/observe/exchanges/index.ts"
import { CallObserver, type ObservedCall } from "../../../layers/observe/index.ts"
import { tokenStoreOf, type TokenStoreOption } from "../../../layers/session/index.ts"
import { RedirectRefused, ResponseTooLarge } from "../../../schemas/errors/CallError.ts"
import { Client } from "../../programs/index.ts"
import { clientOfRuntime, type SharedClient } from "../../promise/index.ts"
import { conceal } from "./conceal.ts"
import { apiUrlOf, bytesOf, partsOf, platformName } from "./conversation.ts"
import { NotOnTape, TapeNotPlayed } from "./errors.ts"
import { compare, type Comparison, nodesOf } from "./match.ts"
import { fill, mapTexts, standInsOf } from "./standIns.ts"
import { type Body, type Exchange, type RecordedRequest, startOf, type Tape } from "./Tape.ts"
import { type VirtualClock, virtualClock } from "./virtualClock.ts"

/** Options of a client that a tape plays to. */
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
  /** Options of the recorded project, with stand-ins for its keys. */
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
 * as passwords, match any text. Responses then contain the text that was sent.
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
  const values = new Map<string, string>()
  const standInOf = standInsOf(tape, values)
  const played = new Set<Exchange>()
  const missed: Array<NotOnTape> = []
  let lastPlayed = -1

  const remaining = () => tape.exchanges.filter((exchange) => !played.has(exchange))

  const valueOf = (name: string): string => {
    let value = values.get(name)
    if (value === undefined) values.set(name, value = standInOf(name))
    return value
  }
  const filled = (text: string) => fill(text, tape.standIns, valueOf)
  /** Fills placeholders with stand-ins that a program may override, such as the project's keys. */
  const suggested = (text: string) => fill(text, tape.standIns, standInOf)

  const matching = (request: WireRequest): Exchange | NotOnTape => {
    const apiUrl = apiUrlOf(request.url) ?? tape.apiUrl
    const sent = partsOf(request, apiUrl)
    const compared: Array<Compared> = []
    for (const exchange of remaining()) {
      const comparison = compare(exchange.request, sent, tape.standIns, values)
      if (comparison.differences.length === 0) {
        for (const [name, value] of comparison.values) values.set(name, value)
        played.add(exchange)
        lastPlayed = Math.max(lastPlayed, tape.exchanges.indexOf(exchange))
        return exchange
      }
      compared.push({ exchange, ...comparison })
    }
    return notOnTape(tape, request, sent, compared)
  }

  const play = (request: WireRequest): Effect.Effect<WireResponse, PlayedFailure> =>
    Effect.suspend(() => {
      const exchange = matching(request)
      if (exchange instanceof NotOnTape) {
        missed.push(exchange)
        return Effect.die(exchange)
      }
      return Effect.andThen(Effect.sleep(exchange.took), outcomeOf(exchange, filled))
    })

  const layer = Layer.sync(Transport, () => ({ send: (request) => following(play, request) }))
  const project = projectOf(tape, suggested)
  // all clients of a replay share one clock
  const { clock, moveTo } = clockOf(tape)

  /** Repeats the pause that the user made before the next recorded request. */
  const pause = (): void => {
    const next = tape.exchanges.slice(lastPlayed + 1).find((exchange) => !played.has(exchange))
    if (next !== undefined) moveTo(startOf(tape) + next.at)
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

  return {
    layer,
    layerClock,
    fetch: fetchOf(play),
    client: ({ retryPolicy, tokenStore = tokensOf(tape, suggested), ...options } = {}) => {
      const runtime = ManagedRuntime.make(
        Client.layerNoProject({ ...options, tokenStore: tokenStoreOf(tokenStore) }).pipe(
          Layer.provideMerge(layerProjectOf(project)),
          Layer.provide(layer),
          retryPolicy === undefined ? (self) => self : Layer.provideMerge(layerRetryPolicy(retryPolicy)),
          Layer.provideMerge(layerClock)
        )
      )
      const dispose = () => runtime.dispose()
      const client = clientOfRuntime(() => {
        pause()
        return runtime
      })
      return Object.assign(client, { dispose, [Symbol.asyncDispose]: dispose })
    },
    project,
    remaining,
    assertPlayed: () => {
      if (missed[0] !== undefined) throw missed[0]
      const requests = remaining().map(({ request: { method, path } }) => `${method} ${path}`)
      if (requests.length > 0) throw new TapeNotPlayed({ requests })
    }
  }
}

/** Maximum time in milliseconds by which the virtual clock passes the end of the tape. */
const overtime = 86_400_000

const clockOf = (tape: Tape): VirtualClock => {
  const start = startOf(tape)
  const end = tape.exchanges.reduce((end, { at, took }) => Math.max(end, start + at + took), start)
  return virtualClock(start, end + overtime)
}

const unobserved: ObservedCall = { attempt: () => ({ status: () => {}, ended: () => {} }), ended: () => {} }

type PlayedFailure = TransportError | ResponseTooLarge | RedirectRefused

const outcomeOf = (
  { failure, response }: Exchange,
  filled: (text: string) => string
): Effect.Effect<WireResponse, PlayedFailure> =>
  Effect.suspend((): Effect.Effect<WireResponse, PlayedFailure> => {
    if (response !== undefined) {
      const headers = mapTexts(response.headers ?? {}, filled) as { readonly [name: string]: string }
      return Effect.succeed({
        status: response.status,
        headers: { get: (name) => headers[name.toLowerCase()] ?? null },
        body: bytesOf(response.body === undefined ? undefined : mapTexts(response.body, filled) as Body)
      })
    }
    if (failure === undefined) return Effect.never
    if ("tooLargeFor" in failure) return Effect.fail(new ResponseTooLarge({ limitBytes: failure.tooLargeFor }))
    if ("redirectStatus" in failure) {
      return Effect.fail(
        new RedirectRefused({
          status: failure.redirectStatus,
          origin: failure.origin === undefined ? undefined : filled(failure.origin)
        })
      )
    }
    const { code, lost: fault, transient } = failure
    return Effect.fail(
      new TransportError({ fault: filled(fault), transient, ...(code === undefined ? {} : { code: filled(code) }) })
    )
  })

/** A recorded exchange, compared with a request. */
interface Compared extends Comparison {
  readonly exchange: Exchange
}

/** Describes a request that isn't on the tape. Its values are replaced like those of a recording. */
const notOnTape = (
  tape: Tape,
  request: WireRequest,
  sent: RecordedRequest,
  compared: ReadonlyArray<Compared>
): NotOnTape => {
  const concealed = conceal([{ at: 0, request, endedAt: 0, response: undefined, failure: undefined }])
  const shown = concealed.exchanges[0]!.request
  const concealedNodes = nodesOf(shown)
  const nodes = new Map(nodesOf(sent).map(({ at }, index) => [at, concealedNodes[index]!]))
  const [nearest] = compared.toSorted((a, b) => distance(a) - distance(b))
  return new NotOnTape({
    request: `${shown.method} ${shown.path}`,
    nearest: nearest === undefined ? undefined : tape.exchanges.indexOf(nearest.exchange) + 1,
    differences: (nearest?.differences ?? []).map(({ at, recorded, sent }) => ({
      at: nodes.get(at)?.at ?? at,
      recorded,
      // the placeholders of the request aren't those of the tape
      sent: sent === undefined ? undefined : nodes.get(at)?.value?.replace(/\{\{(\w+):\d+(?:\|\w+)?\}\}/g, "<$1>")
    }))
  })
}

/** A request to another endpoint is farther away than one with other fields. */
const distance = ({ differences }: Comparison): number =>
  differences.reduce((sum, { at }) => sum + (at === "path" || at === "method" ? 1000 : 1), 0)

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
      const { body, headers = {} } = request
      const sent = Object.entries(headers).find(([header]) => platformName(header) === name.replace("_", "-"))?.[1]
        ?? (body !== undefined && "form" in body ? body.form[name] : undefined)
      if (sent !== undefined) return filled(sent)
      if (response?.body !== undefined && JSON.stringify(response.body).includes(`{{${name}:`)) return null
    }
    return null
  }
  return { accessToken: token("access_token"), refreshToken: token("refresh_token") }
}

/** Returns a `fetch` that plays the tape, and fails as the runtime's own `fetch` does. */
const fetchOf =
  (play: (request: WireRequest) => Effect.Effect<WireResponse, PlayedFailure>): Fetch => async (url, init) => {
    const request: WireRequest = {
      method: init.method ?? "GET",
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? init.body : undefined
    }
    const { signal } = init
    const outcome = Effect.match(play(request), { onSuccess: responseOf, onFailure: thrownBy })
    const result = await Effect.runPromise(outcome, signal ? { signal } : {}).catch((thrown: unknown) => {
      throw signal?.aborted === true ? signal.reason : thrown
    })
    if (result instanceof Response) return result
    throw result
  }

const responseOf = ({ body, headers, status }: WireResponse): Response =>
  new Response(body.length === 0 ? null : body as Uint8Array<ArrayBuffer>, {
    status,
    headers: Object.fromEntries(
      responseHeaders.flatMap((name) => {
        const value = headers.get(name)
        return value === null ? [] : [[name, value]]
      })
    )
  })

/** Returns the error that `fetch` would have thrown, or the response that made the client fail. */
const thrownBy = (failure: PlayedFailure): Response | Error => {
  switch (failure._tag) {
    case "ResponseTooLarge":
      return new Response(new Uint8Array(failure.limitBytes + 1))
    case "RedirectRefused":
      return new Response(null, {
        status: failure.status,
        headers: failure.origin === undefined ? {} : { location: failure.origin }
      })
    case "TransportError": {
      const [name = "TypeError", message = ""] = failure.fault.split(/: (.*)/s)
      const text = failure.code === undefined ? message : message.replace(` (${failure.code})`, "")
      return Object.assign(new TypeError(text, { cause: { code: failure.code } }), { name })
    }
  }
}
