/** An emulated platform as programs hold it. */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { type ConnectionDropped, type Faults, source } from "../faults/index.ts"
import { mail as mails, systemMails } from "../mail/index.ts"
import { codes, projects, webhooks } from "../model/index.ts"
import {
  defaultProject,
  internalProject,
  reset,
  savedState,
  type Seed,
  seedMissing,
  seedPlatform,
  startedSessions
} from "../seed/index.ts"
import {
  type Emitter,
  emitter,
  type Incoming,
  type Mail,
  type Outgoing,
  type Platform,
  type PlatformEvent,
  type Project,
  type ProjectConfig,
  type Store,
  type WebhookEndpoint
} from "../state/index.ts"
import { fetchHandler } from "./fetchHandler.ts"
import { type MovableClock, movableClock } from "./movableClock.ts"
import * as oauthControl from "./oauthControl.ts"
import type { Functions, operations, SyncFunctions } from "./operations.ts"
import { createProject, keysOf, type NewProject, type ProjectKeys } from "./projectKeys.ts"
import { type RequestLog, requestLog } from "./requestLog.ts"
import { respond } from "./respond.ts"
import * as teamControl from "./teamControl.ts"
import * as userControl from "./userControl.ts"

/** An emulated platform, as tests and programs hold it. */
export interface EmulatorHandle {
  /** Answers any request: a handler for servers, workers and tests. Aborted, it rejects with the signal's reason. */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
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
  /** Sessions of existing users, whatever MFA they have. Every function rejects with `SessionNotStarted`. */
  readonly sessions: Functions<typeof operations.sessions>
  readonly users: userControl.UserControl
  readonly teams: teamControl.TeamControl
  readonly projects: {
    /** Makes a project with a key of each level. Of an id that exists, the project is made anew. */
    readonly create: (project?: NewProject) => ProjectKeys
    /**
     * Changes how a project is configured, the first one unless another id is given. Fields that are left out stay as they
     * are; a list is replaced as a whole. Returns whether there is such a project.
     */
    readonly configure: (config: Partial<ProjectConfig>, projectId?: string) => boolean
  }
  /** Settings of all projects. The seed has fields of the same names. */
  readonly settings: SyncFunctions<typeof operations.settings>
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
  /** The last 10,000 requests, oldest first, and both sides of the last 200. */
  readonly requests: Pick<RequestLog, "list" | "clear" | "exchange">
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

/** Builds a platform that follows the clock in force. What it does by itself ends with the scope. */
export const make = (seed: Seed = {}): Effect.Effect<EmulatorInternals, never, Scope.Scope> =>
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const time = movableClock(clock)
    const platform = yield* seedPlatform(seed, time.now)
    const webhooks = yield* webhooksOf(platform, seed)
    const faults = source(yield* Random.Random)
    const changes = yield* emitter<void>()
    const log = requestLog()
    const changed = () => changes.emit(() => undefined)
    const run = <A, E>(effect: Effect.Effect<A, E>) => runChanging(effect, changed)
    const record: RequestLog["record"] = (...request) => {
      log.record(...request)
      changed()
    }
    const answer = (incoming: Incoming) => respond({ platform, faults, clock, record }, incoming)
    const project = keysOf(seed.projects?.[0] ?? defaultProject, platform)
    const handle: EmulatorHandle = {
      fetch: fetchHandler(answer),
      get baseUrl() {
        return platform.baseUrl
      },
      project,
      internal: keysOf({ ...internalProject, ...seed.internal }, platform),
      outbox: outboxOf(platform, changed),
      codes: codesOf(platform, changed),
      oauth: oauthControl.make(platform, answer),
      sessions: sessionsOf(platform, project.projectId, changed),
      users: userControl.make(platform, project.projectId, run),
      teams: teamControl.make(platform, project.projectId, run),
      projects: projectsOf(platform, project.projectId, changed),
      settings: {
        change: ({ passkeyChallenge, sharedOAuthProvider }) => {
          if (passkeyChallenge !== undefined) platform.passkeyChallenge = passkeyChallenge ?? undefined
          if (sharedOAuthProvider !== undefined) platform.sharedOAuthProvider = sharedOAuthProvider ?? undefined
        }
      },
      events: { listen: platform.events.listen },
      webhooks,
      state: stateOf(platform, seed, time, changed),
      reset: async () => {
        await Effect.runPromise(reset(platform, seed))
        faults.clear()
        log.clear()
        changed()
      },
      clock: clockOf(time, changed),
      faults,
      requests: { list: log.list, clear: log.clear, exchange: log.exchange },
      store: platform.store
    }
    return { handle, platform, respond: answer, changes }
  })

/** Runs what may change the state. */
const runChanging = async <A, E>(effect: Effect.Effect<A, E>, changed: () => void): Promise<A> => {
  const value = await Effect.runPromise(effect)
  changed()
  return value
}

const outboxOf = (platform: Platform, changed: () => void): EmulatorHandle["outbox"] => {
  const { store } = platform
  const isTo = (address: string) => {
    const normalized = address.trim().toLowerCase()
    return ({ to }: Mail) => to === normalized
  }
  const remove = (isGoing: (mail: Mail) => boolean) => {
    const removed = mails.remove(store, isGoing)
    changed()
    return removed
  }
  return {
    list: () => [...store.outbox],
    byAddress: (address) => store.outbox.filter(isTo(address)),
    rendered: async (mail) =>
      store.unrendered.has(mail) ? runChanging(systemMails.rendered(platform, mail), changed) : mail,
    remove: (address) => remove(isTo(address)),
    clear: () => void remove(() => true),
    listen: platform.mails.listen
  }
}

const codesOf = (platform: Platform, changed: () => void): EmulatorHandle["codes"] => {
  const inSomeProject = (isDone: (project: Project) => boolean): boolean => {
    const found = [...platform.store.projects.values()].some(isDone)
    if (found) changed()
    return found
  }
  return {
    expire: (code) => inSomeProject((project) => codes.expire(platform, project, code)),
    wearOut: (code) => inSomeProject((project) => codes.wearOut(project, code))
  }
}

const sessionsOf = (platform: Platform, projectId: string, changed: () => void): EmulatorHandle["sessions"] => ({
  start: (wanted) => runChanging(startedSessions.start(platform, { projectId, ...wanted }), changed),
  cookies: (wanted) => runChanging(startedSessions.cookies(platform, { projectId, ...wanted }), changed),
  link: (wanted) => runChanging(startedSessions.link(platform, { projectId, ...wanted }), changed)
})

const projectsOf = (platform: Platform, firstId: string, changed: () => void): EmulatorHandle["projects"] => ({
  create: (project) => {
    const keys = createProject(platform, project)
    changed()
    return keys
  },
  configure: (config, projectId = firstId) => {
    const project = platform.store.projects.get(projectId)
    if (project === undefined) return false
    projects.configure(project, config)
    changed()
    return true
  }
})

/** The webhooks of the seed, and those to come. They end with the scope. */
const webhooksOf = (platform: Platform, seed: Seed): Effect.Effect<EmulatorHandle["webhooks"], never, Scope.Scope> =>
  Effect.gen(function*() {
    const context = yield* Effect.context<Scope.Scope>()
    const warn = ({ endpoint, event, fault }: webhooks.DroppedEvent) =>
      Effect.runForkWith(context)(
        Effect.logWarning(`The event ${event.type} was not taken by ${endpoint.url}: ${fault}`)
      )
    for (const webhook of seed.webhooks ?? []) yield* Effect.orDie(webhooks.add(platform, webhook, warn))
    return {
      add: (webhook, dropped = warn) => Effect.runPromiseWith(context)(webhooks.add(platform, webhook, dropped)),
      list: () => [...platform.webhooks.values()]
    }
  })

const stateOf = (
  platform: Platform,
  seed: Seed,
  time: MovableClock,
  changed: () => void
): EmulatorHandle["state"] => ({
  save: () => Effect.runPromise(savedState.save(platform, time.offset)),
  load: async (saved) => {
    time.offset = await Effect.runPromise(savedState.load(platform, saved))
    await Effect.runPromise(seedMissing(platform, seed))
    changed()
  }
})

const clockOf = (time: MovableClock, changed: () => void): EmulatorHandle["clock"] => ({
  now: () => new Date(time.now()),
  advance: (duration) => {
    time.advance(duration)
    changed()
  },
  moveTo: (to) => {
    time.moveTo(to)
    changed()
  }
})
