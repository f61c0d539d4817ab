/** Creates an emulator and its handle. */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { type ConnectionDropped, type Faults, source } from "../faults/index.ts"
import { mail as mails, RenderTimeout, systemMails } from "../mail/index.ts"
import { codes, projects, webhooks } from "../model/index.ts"
import {
  type ConfigOptions,
  defaultProject,
  internalProject,
  reset,
  savedState,
  type Seed,
  seedMissing,
  seedPlatform,
  withoutUndefined
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
  type Store,
  type WebhookEndpoint
} from "../state/index.ts"
import * as accountControl from "./accountControl.ts"
import * as emailTimer from "./emailTimer.ts"
import { fetchHandler } from "./fetchHandler.ts"
import { type MovableClock, movableClock } from "./movableClock.ts"
import * as oauthControl from "./oauthControl.ts"
import type { operations, SyncFunctions } from "./operations.ts"
import * as paymentControl from "./paymentControl.ts"
import { createProject, keysOf, type NewProject, type ProjectKeys } from "./projectKeys.ts"
import { type RequestLog, requestLog } from "./requestLog.ts"
import { respond } from "./respond.ts"
import * as sessionControl from "./sessionControl.ts"

/** Handle with which tests and programs control an emulator. */
export interface EmulatorHandle {
  /** Handles a request, like `fetch`: for servers, workers and tests. Rejects with the signal's reason when aborted. */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
  /** URL of the emulator, without `/api/v1`. In process, only the emulator's own transport and `fetch` can reach it. */
  readonly baseUrl: string
  /** The first project. */
  readonly project: ProjectKeys
  /** Project `internal`. Its users own the other projects. */
  readonly internal: ProjectKeys
  /** The sent emails, oldest first. */
  readonly outbox: {
    readonly list: () => ReadonlyArray<Mail>
    readonly byAddress: (address: string) => ReadonlyArray<Mail>
    /**
     * Renders an email with the template and theme that the project had when the email was sent. The platform's own emails
     * are plain text until they are rendered, unless their template or theme was edited. Rendering keeps code and link.
     * Without the packages for rendering, the email is returned unchanged.
     */
    readonly rendered: (mail: Mail) => Promise<Mail>
    /** Deletes the emails to an address. Returns their number. */
    readonly remove: (address: string) => number
    readonly clear: () => void
    /** Calls the listener with every new email, until the returned function is called. */
    readonly listen: (listener: (mail: Mail) => void) => () => void
  }
  /** Expires or uses up codes of any kind. The functions return whether the code exists. */
  readonly codes: {
    /** Expires a code, so that it fails with `VERIFICATION_CODE_EXPIRED`. */
    readonly expire: (code: string) => boolean
    /** Uses up the attempts of a code, so that it fails with `VERIFICATION_CODE_MAX_ATTEMPTS_REACHED`. */
    readonly exhaustAttempts: (code: string) => boolean
  }
  /** Sign-ins at the emulator's own provider. */
  readonly oauth: oauthControl.OAuthControl
  /** Identity vendors that the emulator simulates. */
  readonly external: oauthControl.ExternalControl
  readonly sessions: sessionControl.SessionControl
  readonly users: accountControl.UserControl
  readonly teams: accountControl.TeamControl
  /** Purchases on the payment page. */
  readonly payments: paymentControl.PaymentControl
  readonly projects: {
    /** Creates a project with a key of each level. Replaces an existing project with the same id. */
    readonly create: (project?: NewProject) => ProjectKeys
    /**
     * Changes the configuration of a project, by default the first project. Omitted fields keep their value; lists are
     * replaced as a whole. Returns whether the project exists.
     */
    readonly configure: (config: ConfigOptions, projectId?: string) => boolean
    /** Changes the display name of a project, by default the first project. Returns whether the project exists. */
    readonly rename: (displayName: string, projectId?: string) => boolean
  }
  /** Settings of all projects. The seed has fields of the same names. */
  readonly settings: SyncFunctions<typeof operations.settings>
  /** Webhook events. */
  readonly events: {
    /** Calls the listener with every new event, until the returned function is called. */
    readonly listen: (listener: (event: PlatformEvent) => void) => () => void
  }
  /** Domains that the platform sends emails from. */
  readonly managedDomains: {
    /** Reports the state of a domain, as the domain service does. Returns whether a project has set the domain up. */
    readonly report: (subdomain: string, status: "verified" | "failed") => boolean
  }
  /**
   * Webhook endpoints for the events of all projects. Events are signed and posted in order, with up to six attempts within
   * half a minute of the clock that the emulator was built with. Deliveries end with the emulator.
   */
  readonly webhooks: {
    /**
     * Posts every new event to a URL, until the returned `remove` is called. Rejects with `WebhookUnusable`.
     *
     * @param dropped Called with every undelivered event. By default, a warning is logged.
     */
    readonly add: (
      webhook: webhooks.NewWebhook,
      dropped?: (dropped: webhooks.DroppedEvent) => void
    ) => Promise<{ readonly endpoint: WebhookEndpoint; readonly remove: () => void }>
    readonly list: () => ReadonlyArray<WebhookEndpoint>
  }
  /** Saves and loads the complete state as text: users, sessions, codes, emails, signing keys and the clock. */
  readonly state: {
    readonly save: () => Promise<string>
    /**
     * Replaces the state with a saved one. Rejects with `StateDamaged` before anything changes. 100,000 users take two
     * seconds; until then, requests see the previous state.
     */
    readonly load: (saved: string) => Promise<void>
  }
  /**
   * Deletes users, sessions, teams, codes, emails, logged requests and faults, and restores the users of the seed. Projects
   * keep their keys and configuration, and the clock keeps its time.
   */
  readonly reset: () => Promise<void>
  /**
   * Clock of the emulator: the Effect clock that the emulator was built with, plus an offset. Clients, servers and
   * authenticators that are made from a project of the emulator follow this clock: when the clock is moved past the end
   * of a wait, the wait ends.
   */
  readonly clock: {
    readonly now: () => Date
    /** Advances the emulator's clock, without changing the clock that the emulator was built with. */
    readonly advance: (duration: Duration.Input) => void
    /** Sets the emulator's clock, which continues from that time. */
    readonly moveTo: (time: Date) => void
  }
  readonly faults: Faults
  /** Log of the last 10,000 requests, oldest first, with request and response of the last 200. */
  readonly requests: Pick<RequestLog, "list" | "clear" | "exchange">
  /** Complete state, for reading. Change it through requests or this handle only. */
  readonly store: Store
}

/** The parts of an emulator that the transport, the port and the console use. */
export interface EmulatorInternals {
  readonly handle: EmulatorHandle
  readonly platform: Platform
  readonly respond: (incoming: Incoming) => Effect.Effect<Outgoing, ConnectionDropped>
  /** Emits whenever the state may have changed. */
  readonly changes: Emitter<void>
}

/** Builds an emulator that follows the current Effect clock. Its background work ends with the scope. */
export const make = (seed: Seed = {}): Effect.Effect<EmulatorInternals, never, Scope.Scope> =>
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const time = movableClock(clock)
    const platform = yield* seedPlatform(seed, time.now)
    const webhooks = yield* webhooksOf(platform, seed)
    const faults = source(yield* Random.Random)
    platform.declinesCard = faults.declinesCard
    platform.writesLate = faults.writesLate
    const renderTimeout = yield* RenderTimeout
    const changes = yield* emitter<void>()
    const log = requestLog()
    const changed = () => changes.emit(() => undefined)
    changes.listen(yield* emailTimer.make(platform, time, changed))
    const run = <A, E>(effect: Effect.Effect<A, E>) => runChanging(effect, changed)
    const record: RequestLog["record"] = (...request) => {
      log.record(...request)
      changed()
    }
    const respondToRequest = (incoming: Incoming) => respond({ platform, faults, clock, record }, incoming)
    const project = keysOf(seed.projects?.[0] ?? defaultProject, platform, time.clock)
    const handle: EmulatorHandle = {
      fetch: fetchHandler((incoming) =>
        Effect.provideService(respondToRequest(incoming), RenderTimeout, renderTimeout)
      ),
      get baseUrl() {
        return platform.baseUrl
      },
      project,
      internal: keysOf({ ...internalProject, ...withoutUndefined(seed.internal) }, platform, time.clock),
      outbox: outboxOf(platform, changed),
      codes: codesOf(platform, changed),
      oauth: oauthControl.make(platform, respondToRequest),
      external: oauthControl.makeExternal(platform),
      sessions: sessionControl.make(platform, project.projectId, run),
      users: accountControl.users(platform, project.projectId, run),
      payments: paymentControl.make(platform, project.projectId, run),
      teams: accountControl.teams(platform, project.projectId, run),
      projects: projectsOf(platform, time, project.projectId, changed),
      settings: {
        change: ({ passkeyChallenge, sharedOAuthProvider }) => {
          if (passkeyChallenge !== undefined) platform.passkeyChallenge = passkeyChallenge ?? undefined
          if (sharedOAuthProvider !== undefined) platform.sharedOAuthProvider = sharedOAuthProvider ?? undefined
        }
      },
      events: { listen: platform.events.listen },
      managedDomains: {
        report: (subdomain, status) => {
          const domains = [...platform.store.projects.values()].flatMap((
            project
          ) => [...project.managedDomains.values()])
          const domain = domains.find((domain) => domain.subdomain === subdomain)
          if (domain === undefined) return false
          domain.status = status
          domain.updatedAt = time.now()
          changed()
          return true
        }
      },
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
    return { handle, platform, respond: respondToRequest, changes }
  })

/** Runs an effect that may change the state, and then notifies listeners. */
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
  const remove = (matches: (mail: Mail) => boolean) => {
    const removed = mails.remove(store, matches)
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
    exhaustAttempts: (code) => inSomeProject((project) => codes.exhaustAttempts(project, code))
  }
}

const projectsOf = (
  platform: Platform,
  { clock }: MovableClock,
  firstId: string,
  changed: () => void
): EmulatorHandle["projects"] => ({
  create: (project) => {
    const keys = createProject(platform, clock, project)
    changed()
    return keys
  },
  configure: (config, projectId = firstId) => {
    const project = platform.store.projects.get(projectId)
    if (project === undefined) return false
    projects.configure(project, withoutUndefined(config))
    changed()
    return true
  },
  rename: (displayName, projectId = firstId) => {
    const project = platform.store.projects.get(projectId)
    if (project === undefined) return false
    project.displayName = displayName
    changed()
    return true
  }
})

/** Builds the webhooks, including the seed's webhooks. Deliveries end with the scope. */
const webhooksOf = (platform: Platform, seed: Seed): Effect.Effect<EmulatorHandle["webhooks"], never, Scope.Scope> =>
  Effect.gen(function*() {
    const context = yield* Effect.context<Scope.Scope>()
    const warn = ({ endpoint, event, fault }: webhooks.DroppedEvent) =>
      Effect.runForkWith(context)(
        Effect.logWarning(`The event ${event.type} could not be delivered to ${endpoint.url}: ${fault}`)
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
