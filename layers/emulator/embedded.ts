/** An emulated platform with its front door: faults and the log come before the pipeline. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { find } from "../../schemas/catalogue.ts"
import { type FaultPlan, type FaultRequest, type Faults, plan } from "./Faults.ts"
import { answer, type Answered, claimedLevel, type Outgoing } from "./pipeline.ts"
import type { Platform } from "./Platform.ts"
import type { Incoming } from "./requests.ts"
import { defaultProject, internalProject, plant, type Seed, type SeedProject } from "./Seed.ts"
import type { Mail, Store } from "./Store.ts"

/** A project's id and keys. */
export interface ProjectKeys {
  readonly id: string
  readonly displayName: string
  readonly publishableClientKey: Redacted.Redacted
  readonly secretServerKey: Redacted.Redacted
  readonly superSecretAdminKey: Redacted.Redacted
}

/** A request that was answered. Nothing secret: no headers, query or body. */
export interface LoggedRequest {
  readonly at: Date
  readonly method: string
  /** The endpoint's template, such as `/users/{user_id}`; the path itself where there is no endpoint. */
  readonly path: string
  readonly endpoint: string | undefined
  /** The level the request claimed. */
  readonly level: string | undefined
  /** The real status, also when it was hidden; `undefined` when the connection was made to get lost. */
  readonly status: number | undefined
  readonly errorCode: string | undefined
  /** A fault answered, not the platform. */
  readonly faulty: boolean
}

/** An emulated platform, as tests and programs hold it. */
export interface Embedded {
  /** Answers any request: a handler for servers, workers and tests. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Where it is reached, without `/api/v1`. In process, only its own transport and `fetch` know the address. */
  readonly baseUrl: string
  /** The first project. */
  readonly project: ProjectKeys
  /** The project that project owners are users of. */
  readonly internal: ProjectKeys
  /** The mails sent, oldest first. */
  readonly outbox: {
    readonly list: () => ReadonlyArray<Mail>
    readonly byAddress: (address: string) => ReadonlyArray<Mail>
    readonly clear: () => void
  }
  /** The platform's time: that of the Effect clock it was built with, plus what it was advanced by. */
  readonly clock: {
    readonly now: () => Date
    /** Lets time pass for the platform alone. */
    readonly advance: (duration: Duration.Input) => void
  }
  readonly faults: Faults
  /** The last 10,000 requests, oldest first. */
  readonly requests: {
    readonly list: () => ReadonlyArray<LoggedRequest>
    readonly clear: () => void
  }
  /** The state itself. Read it as you like; change it through requests. */
  readonly store: Store
}

/** The connection is to be lost. */
export class Dropped extends Data.TaggedError("Dropped")<{}> {}

/** What the transport and the port stand on. */
export interface Front {
  readonly embedded: Embedded
  readonly platform: Platform
  readonly respond: (incoming: Incoming) => Effect.Effect<Outgoing, Dropped>
}

const mostLogged = 10_000

/** Builds a platform that follows the clock in force. */
export const make = (seed: Seed = {}): Effect.Effect<Front> =>
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    let advanced = 0
    const platform = yield* plant(seed, () => clock.currentTimeMillisUnsafe() + advanced)
    const { store } = platform
    const faults = plan()
    let log: Array<LoggedRequest> = []
    const respond = (incoming: Incoming) =>
      through(platform, faults, incoming, (request) => {
        log.push(request)
        if (log.length >= 2 * mostLogged) log = log.slice(-mostLogged)
      })
    const embedded: Embedded = {
      fetch: async (request) => {
        const incoming = incomingOf(request, await request.text())
        const result = await Effect.runPromise(Effect.result(respond(incoming)), { signal: request.signal })
        // as the runtime's own fetch does for every lost connection
        if (Result.isFailure(result)) throw new TypeError("fetch failed")
        return responseOf(result.success)
      },
      get baseUrl() {
        return platform.baseUrl
      },
      project: keysOf(seed.projects?.[0] ?? defaultProject),
      internal: keysOf(internalProject),
      outbox: {
        list: () => [...store.outbox],
        byAddress: (address) => store.outbox.filter(({ to }) => to === address.trim().toLowerCase()),
        clear: () => {
          store.outbox = []
        }
      },
      clock: {
        now: () => new Date(platform.now()),
        advance: (duration) => {
          advanced += Duration.toMillis(duration)
        }
      },
      faults,
      requests: {
        list: () => log.slice(-mostLogged),
        clear: () => {
          log = []
        }
      },
      store
    }
    return { embedded, platform, respond }
  })

const keysOf = (seed: SeedProject): ProjectKeys => ({
  id: seed.id,
  displayName: seed.displayName ?? "Project",
  publishableClientKey: Redacted.make(seed.publishableClientKey),
  secretServerKey: Redacted.make(seed.secretServerKey),
  superSecretAdminKey: Redacted.make(seed.superSecretAdminKey)
})

const incomingOf = (request: Request, body: string): Incoming => ({
  method: request.method,
  url: new URL(request.url),
  header: (name) => request.headers.get(name) ?? undefined,
  body
})

const responseOf = ({ body, headers, status }: Outgoing): Response =>
  new Response(body.length === 0 ? null : body, { status, headers })

const outgoingOf = async (response: Response): Promise<Outgoing> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: new Uint8Array(await response.arrayBuffer())
})

/** The endpoint that a request speaks of, as far as can be told before it is looked into. */
const describe = (incoming: Incoming): FaultRequest => {
  const level = claimedLevel(incoming)
  const path = incoming.url.pathname.replace(/^\/api\/(?:v1|latest)(?=\/|$)/, "")
  const match = find(level === "server" || level === "admin" ? level : "client", incoming.method, path)[0]
  return { method: incoming.method, path: path === "" ? "/" : path, endpoint: match?.endpoint.spec.name, level }
}

const through = (
  platform: Platform,
  faults: FaultPlan,
  incoming: Incoming,
  record: (request: LoggedRequest) => void
): Effect.Effect<Outgoing, Dropped> =>
  Effect.suspend(() => {
    const fault = faults.next(() => describe(incoming))
    const log = (what: Pick<LoggedRequest, "endpoint" | "path" | "status" | "errorCode" | "faulty">) =>
      record({ at: new Date(platform.now()), method: incoming.method, level: claimedLevel(incoming), ...what })
    const dropped = () => {
      const { endpoint, path } = describe(incoming)
      log({ endpoint, path, status: undefined, errorCode: undefined, faulty: true })
      return Effect.fail(new Dropped())
    }
    if (fault === "drop") return dropped()
    if (typeof fault === "function") {
      const request = describe(incoming)
      return Effect.map(Effect.promise(() => outgoingOf(fault(request))), (outgoing) => {
        log({ ...pick(request), status: outgoing.status, errorCode: undefined, faulty: true })
        return outgoing
      })
    }
    return Effect.flatMap(answer(platform, incoming), (answered) => {
      if (fault === "dropAfter") return dropped()
      log({ ...logged(incoming, answered), faulty: false })
      return Effect.succeed(answered.outgoing)
    })
  })

const pick = ({ endpoint, path }: FaultRequest) => ({ endpoint, path })

const logged = (incoming: Incoming, { endpoint, errorCode, status }: Answered) => ({
  endpoint: endpoint?.name,
  path: endpoint?.path ?? incoming.url.pathname,
  status,
  errorCode
})
