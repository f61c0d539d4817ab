/** An emulated platform as programs hold it. On the way of a request, faults and the log come before the pipeline. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { find } from "../../../schemas/catalogue.ts"
import { nonce } from "../../call/nonce.ts"
import { applyFault, type ConnectionDropped, halfOf } from "../faults/applyFault.ts"
import { type FaultRequest, type Faults, type FaultSource, source } from "../faults/Faults.ts"
import * as mails from "../mail/mail.ts"
import * as systemMails from "../mail/systemMails.ts"
import * as codes from "../model/codes.ts"
import * as projects from "../model/projects.ts"
import * as webhooks from "../model/webhooks.ts"
import { reset } from "../seed/reset.ts"
import * as savedState from "../seed/savedState.ts"
import {
  defaultProject,
  internalProject,
  ownerTeamId,
  type Seed,
  seedConfig,
  seedMissing,
  seedPlatform,
  type SeedProject
} from "../seed/Seed.ts"
import * as startedSessions from "../seed/startedSessions.ts"
import { type Emitter, emitter } from "../state/Emitter.ts"
import type { PlatformEvent, WebhookEndpoint } from "../state/events.ts"
import type { Platform } from "../state/Platform.ts"
import type { Incoming, Outgoing } from "../state/requests.ts"
import type { KeySet, Mail, Project, ProjectConfig, Store } from "../state/Store.ts"
import * as oauthControl from "./oauthControl.ts"
import { answer, type Answered, claimedLevel } from "./pipeline.ts"

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

/** A project to be made while the platform runs. */
export interface NewProject {
  /** @default a new UUID */
  readonly id?: string
  readonly displayName?: string
  /** Origins that links and redirects may lead to, such as `https://app.example.com`. */
  readonly trustedDomains?: ReadonlyArray<string>
  /** What differs from {@link seedConfig}. */
  readonly config?: Partial<ProjectConfig>
}

/** An emulated platform, as tests and programs hold it. */
export interface EmulatorHandle {
  /** Answers any request: a handler for servers, workers and tests. Aborted, it rejects with the signal's reason. */
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
    /**
     * The mail as a person sees it, through the project's template and theme as they were when it was sent. The platform's
     * own mails wait for this in plain words while nobody has edited their template or theme; code and link are the same.
     * Without the packages that rendering needs, they stay as they are.
     */
    readonly rendered: (mail: Mail) => Promise<Mail>
    /** Deletes the mails to an address. Returns how many there were. */
    readonly remove: (address: string) => number
    readonly clear: () => void
    /** Hears of every mail from now on. The returned function ends it. */
    readonly listen: (listener: (mail: Mail) => void) => () => void
  }
  /** Codes, wherever they were sent. What takes a code returns whether there is such a one. */
  readonly codes: {
    /** Lets its time be over: `VERIFICATION_CODE_EXPIRED`. */
    readonly expire: (code: string) => boolean
    /** Uses up its tries: `VERIFICATION_CODE_MAX_ATTEMPTS_REACHED`. */
    readonly wearOut: (code: string) => boolean
  }
  /** Sign-ins at the emulator's own provider. */
  readonly oauth: oauthControl.OAuthControl
  /** Sessions of users who are there, whatever second factor they have. They reject with `SessionNotStarted`. */
  readonly sessions: {
    readonly start: (wanted: startedSessions.SessionWanted) => Promise<startedSessions.StartedSession>
    /**
     * Starts a session for a browser at a site such as `http://localhost:3000`. Playwright's `context.addCookies` takes
     * what it gives; the site's pages find their user signed in.
     */
    readonly cookies: (
      wanted: startedSessions.SessionWanted & { readonly url: string }
    ) => Promise<ReadonlyArray<startedSessions.BrowserCookie>>
  }
  readonly projects: {
    /** Makes a project with a key of each level. Of an id that exists, the project is made anew. */
    readonly create: (project?: NewProject) => ProjectKeys
  }
  /** What webhooks tell of. */
  readonly events: {
    /** Hears of every event from now on. The returned function ends it. */
    readonly listen: (listener: (event: PlatformEvent) => void) => () => void
  }
  /**
   * Where the events are posted, of all projects: signed, one after the other, six times within half a minute of the clock
   * that the platform was built with. Ends with the platform.
   */
  readonly webhooks: {
    /**
     * Posts every event to a URL from now on. The returned `remove` ends it. Rejects with `WebhookUnusable`.
     *
     * @param dropped Hears of what was given up. Without it, that is logged as a warning.
     */
    readonly add: (
      webhook: webhooks.NewWebhook,
      dropped?: (dropped: webhooks.DroppedEvent) => void
    ) => Promise<{ readonly endpoint: WebhookEndpoint; readonly remove: () => void }>
    readonly list: () => ReadonlyArray<WebhookEndpoint>
  }
  /** All state as one text, to be kept by whoever asks: users, sessions, codes, mails, signing keys, the clock. */
  readonly state: {
    readonly save: () => Promise<string>
    /**
     * Puts a saved state in the place of this one. Rejects with `StateDamaged` before anything is changed. 100,000 users
     * take two seconds; until the end, what is asked in between is answered by the state that goes.
     */
    readonly load: (saved: string) => Promise<void>
  }
  /**
   * Forgets what people did: users, sessions, teams, codes, mails, the log, faults. The users of the seed are there again.
   * Projects stay with their keys and configuration, and so does the time.
   */
  readonly reset: () => Promise<void>
  /** The platform's time: that of the Effect clock it was built with, plus what it was advanced by. */
  readonly clock: {
    readonly now: () => Date
    /** Lets time pass for the platform alone. */
    readonly advance: (duration: Duration.Input) => void
    /** Sets the platform's clock. It goes on from there. */
    readonly moveTo: (time: Date) => void
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

/** What the transport and the port stand on. */
export interface EmulatorInternals {
  readonly handle: EmulatorHandle
  readonly platform: Platform
  readonly respond: (incoming: Incoming) => Effect.Effect<Outgoing, ConnectionDropped>
  /** Whenever the state may have changed. */
  readonly changes: Emitter<void>
}

const mostLogged = 10_000

/** Builds a platform that follows the clock in force. What it does by itself ends with the scope. */
export const make = (seed: Seed = {}): Effect.Effect<EmulatorInternals, never, Scope.Scope> =>
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    let advanced = 0
    const platform = yield* seedPlatform(seed, () => clock.currentTimeMillisUnsafe() + advanced)
    const context = yield* Effect.context<Scope.Scope>()
    const warnOf = ({ endpoint, event, fault }: webhooks.DroppedEvent) =>
      Effect.runForkWith(context)(
        Effect.logWarning(`The event ${event.type} was not taken by ${endpoint.url}: ${fault}`)
      )
    for (const webhook of seed.webhooks ?? []) yield* Effect.orDie(webhooks.add(platform, webhook, warnOf))
    const { store } = platform
    const someProject = (done: (project: Project) => boolean): boolean => {
      const found = [...store.projects.values()].some(done)
      if (found) changed()
      return found
    }
    const faults = source(yield* Random.Random)
    const changes = yield* emitter<void>()
    const changed = () => changes.emit(() => undefined)
    const changing = async <A, E>(effect: Effect.Effect<A, E>): Promise<A> => {
      const done = await Effect.runPromise(effect)
      changed()
      return done
    }
    let log: Array<LoggedRequest> = []
    const respond = (incoming: Incoming) =>
      through(platform, faults, clock, incoming, (request) => {
        log.push(request)
        if (log.length >= 2 * mostLogged) log = log.slice(-mostLogged)
        changed()
      })
    const first = keysOf(seed.projects?.[0] ?? defaultProject)
    const handle: EmulatorHandle = {
      fetch: async (request) => {
        const { signal } = request
        signal.throwIfAborted()
        const incoming = incomingOf(request, await request.text())
        const exit = await Effect.runPromiseExit(Effect.result(respond(incoming)), { signal })
        if (Exit.isFailure(exit)) throw signal.aborted ? signal.reason : Cause.squash(exit.cause)
        // as the runtime's own fetch does for every lost connection
        if (Result.isFailure(exit.value)) throw new TypeError("fetch failed")
        return responseOf(exit.value.success)
      },
      get baseUrl() {
        return platform.baseUrl
      },
      project: first,
      internal: keysOf({ ...internalProject, ...seed.internal }),
      outbox: {
        list: () => [...store.outbox],
        byAddress: (address) => store.outbox.filter(({ to }) => to === address.trim().toLowerCase()),
        rendered: (mail) => changing(systemMails.rendered(platform, mail)),
        remove: (address) => {
          const removed = mails.remove(store, ({ to }) => to === address.trim().toLowerCase())
          changed()
          return removed
        },
        clear: () => {
          mails.remove(store, () => true)
          changed()
        },
        listen: platform.mails.listen
      },
      codes: {
        expire: (code) => someProject((project) => codes.expire(platform, project, code)),
        wearOut: (code) => someProject((project) => codes.wearOut(project, code))
      },
      oauth: oauthControl.make(platform, respond),
      sessions: {
        start: (wanted) => changing(startedSessions.start(platform, { projectId: first.id, ...wanted })),
        cookies: (wanted) => changing(startedSessions.cookies(platform, { projectId: first.id, ...wanted }))
      },
      projects: {
        create: ({ config, displayName = "Project", id = crypto.randomUUID(), trustedDomains = [] } = {}) => {
          const project = projects.create(store, platform.now(), {
            id,
            displayName,
            ownerTeamId,
            config: {
              ...seedConfig,
              domains: trustedDomains.map((domain) => ({ domain, handlerPath: "/handler" })),
              ...config
            }
          })
          const keys = keysOf({
            id,
            displayName,
            publishableClientKey: `pck_${nonce()}`,
            secretServerKey: `ssk_${nonce()}`,
            superSecretAdminKey: `sak_${nonce()}`
          })
          projects.addKeys(project, keySetOf(keys, platform.now()))
          changed()
          return keys
        }
      },
      events: { listen: platform.events.listen },
      webhooks: {
        add: (webhook, dropped = warnOf) => Effect.runPromiseWith(context)(webhooks.add(platform, webhook, dropped)),
        list: () => [...platform.webhooks.values()]
      },
      state: {
        save: () => Effect.runPromise(savedState.save(platform, advanced)),
        load: async (saved) => {
          advanced = await Effect.runPromise(savedState.load(platform, saved))
          await Effect.runPromise(seedMissing(platform, seed))
          changed()
        }
      },
      reset: async () => {
        await Effect.runPromise(reset(platform, seed))
        faults.clear()
        log = []
        changed()
      },
      clock: {
        now: () => new Date(platform.now()),
        advance: (duration) => {
          advanced += Duration.toMillis(duration)
          changed()
        },
        moveTo: (time) => {
          advanced = time.getTime() - clock.currentTimeMillisUnsafe()
          changed()
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
    return { handle, platform, respond, changes }
  })

const keysOf = (seed: SeedProject): ProjectKeys => ({
  id: seed.id,
  displayName: seed.displayName ?? "Project",
  publishableClientKey: Redacted.make(seed.publishableClientKey),
  secretServerKey: Redacted.make(seed.secretServerKey),
  superSecretAdminKey: Redacted.make(seed.superSecretAdminKey)
})

const keySetOf = (keys: ProjectKeys, now: number): KeySet => ({
  id: crypto.randomUUID(),
  description: "Made by the emulator",
  createdAt: now,
  expiresAt: Infinity,
  revokedAt: null,
  keys: {
    client: Redacted.value(keys.publishableClientKey),
    server: Redacted.value(keys.secretServerKey),
    admin: Redacted.value(keys.superSecretAdminKey)
  }
})

const incomingOf = (request: Request, body: string): Incoming => ({
  method: request.method,
  url: new URL(request.url),
  header: (name) => request.headers.get(name) ?? undefined,
  body
})

const responseOf = ({ body, headers, isCut, status }: Outgoing): Response =>
  new Response(isCut === true ? cut(body) : body.length === 0 ? null : body, { status, headers })

/** Half of a body, and then an error, as the runtime's own fetch has it. */
const cut = (body: Outgoing["body"]): ReadableStream<Uint8Array> => {
  let isSent = false
  return new ReadableStream({
    pull: (controller) => {
      if (isSent) return controller.error(new TypeError("terminated"))
      isSent = true
      controller.enqueue(halfOf(body))
    }
  })
}

/** The endpoint that a request speaks of, as far as can be told before it is looked into. */
const describe = (incoming: Incoming): FaultRequest => {
  const level = claimedLevel(incoming)
  const path = incoming.url.pathname.replace(/^\/api\/(?:v1|latest)(?=\/|$)/, "")
  const match = find(level === "server" || level === "admin" ? level : "client", incoming.method, path)[0]
  return { method: incoming.method, path: path === "" ? "/" : path, endpoint: match?.endpoint.spec.name, level }
}

const through = (
  platform: Platform,
  faults: FaultSource,
  clock: Clock.Clock,
  incoming: Incoming,
  record: (request: LoggedRequest) => void
): Effect.Effect<Outgoing, ConnectionDropped> =>
  Effect.suspend(() => {
    const fault = faults.next(() => describe(incoming))
    const log = (what: Pick<LoggedRequest, "endpoint" | "path" | "status" | "errorCode" | "faulty">) =>
      record({ at: new Date(platform.now()), method: incoming.method, level: claimedLevel(incoming), ...what })
    const answered = Effect.map(answer(platform, incoming), (answered) => {
      log({ ...logged(incoming, answered), faulty: false })
      return answered.outgoing
    })
    if (fault === undefined) return answered
    const request = describe(incoming)
    const met = applyFault(fault, request, Effect.map(answer(platform, incoming), ({ outgoing }) => outgoing)).pipe(
      Effect.tap(({ status }) =>
        Effect.sync(() => log({ ...pick(request), status, errorCode: undefined, faulty: true }))
      ),
      Effect.tapError(() =>
        Effect.sync(() => log({ ...pick(request), status: undefined, errorCode: undefined, faulty: true }))
      )
    )
    return typeof fault === "object" && fault.type === "latency"
      ? Effect.andThen(Effect.provideService(Effect.sleep(fault.duration), Clock.Clock, clock), answered)
      : met
  })

const pick = ({ endpoint, path }: FaultRequest) => ({ endpoint, path })

const logged = (incoming: Incoming, { endpoint, errorCode, status }: Answered) => ({
  endpoint: endpoint?.name,
  path: endpoint?.path ?? incoming.url.pathname,
  status,
  errorCode
})
