/** Tabs that share one key-value store whose operations take random time, and a platform that loses and delays responses. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../../layers/access/access.ts"
import { Tabs } from "../../../../layers/browser/Tabs.ts"
import { Diagnostics } from "../../../../layers/call/Diagnostics.ts"
import type { WireRequest } from "../../../../layers/call/Transport.ts"
import { layer as layerSession, Session } from "../../../../layers/session/Session.ts"
import { tokensFromText } from "../../../../layers/session/storedText.ts"
import type { ClientAccess } from "../../../../schemas/access.ts"
import { endpoint } from "../../../../schemas/Endpoint.ts"
import { Accounts } from "../../../../src/accounts/index.ts"
import { project, projectId } from "../../../support/contract/project.ts"
import { after, type Answer, json, knownError, lost } from "../../../support/platform/scriptedTransport.ts"
import { tokenPlatform } from "../../../support/platform/tokenPlatform.ts"
import { ended } from "../../../support/suite/fibers.ts"

/** How clients reach the store: through one object in one process, or as tabs with a lock of the browser. */
export type Sharing = "one process" | "tabs with locks"

const write = endpoint("client", "works.write", "POST /works", {
  input: { work: Schema.String },
  output: Schema.Struct({})
})

/** A store whose operations take up to 50 ms. */
const pausing = (texts: Map<string, string>): KeyValueStore.KeyValueStore => {
  const paused = <A>(use: () => A) =>
    Effect.flatMap(Random.nextIntBetween(0, 50), (millis) => Effect.delay(Effect.sync(use), millis + 1))
  return KeyValueStore.makeStringOnly({
    get: (key) => paused(() => texts.get(key)),
    set: (key, value) => paused(() => void texts.set(key, value)),
    remove: (key) => paused(() => void texts.delete(key)),
    clear: Effect.sync(() => texts.clear()),
    clearPrefix: () => Effect.void,
    size: Effect.sync(() => texts.size),
    keys: Effect.sync(() => [...texts.keys()])
  })
}

/** Tabs that notify one another and, as tabs of a browser, share locks by topic. */
const connected = (sharing: Sharing) => {
  const joined = new Set<{ readonly topic: string; readonly listener: () => void }>()
  const locks = new Map<string, Semaphore.Semaphore>()
  return (): Tabs => ({
    join: (topic, listener) => {
      const mine = { topic, listener }
      joined.add(mine)
      return {
        notify: () => {
          for (const each of joined) if (each !== mine && each.topic === topic) queueMicrotask(each.listener)
        },
        leave: () => joined.delete(mine)
      }
    },
    withLock: (topic) => {
      if (sharing === "one process") return (self) => self
      const lock = locks.get(topic) ?? Semaphore.makeUnsafe(1)
      locks.set(topic, lock)
      return lock.withPermits(1)
    }
  })
}

export const faults = {
  "respond": undefined,
  "are slow": (respond: Answer) => after("300 millis", respond),
  "are lost": (): Answer => lost,
  "are refused": (): Answer => knownError("USER_NOT_FOUND", 404)
}

const tokenOf = (request: WireRequest) => {
  const token = request.headers["x-stack-access-token"]
  return token === undefined ? undefined : JSON.parse(atob(token.split(".")[1]!)) as { readonly sub: string }
}

/** Opens tabs over one store. Nothing in it waits for another event, so that all of them overlap. */
export const slowTabs = (count: number, sharing: Sharing) =>
  Effect.gen(function*() {
    const platform = yield* tokenPlatform
    platform.takes(150)
    const texts = new Map<string, string>()
    const shared = pausing(texts)
    const join = connected(sharing)
    const tabs: Array<Context.Context<Session | ClientAccess>> = []
    for (let tab = 0; tab < count; tab++) {
      const store = sharing === "one process" ? shared : pausing(texts)
      tabs.push(
        yield* Layer.build(Layer.fresh(
          layerClient().pipe(
            Layer.provideMerge(layerSession()),
            Layer.provide(Accounts.layerKeyValue()),
            Layer.provide([platform.layer, project, Layer.succeed(KeyValueStore.KeyValueStore, store)])
          )
        )).pipe(
          Effect.provideService(Tabs, join()),
          Effect.provideService(Diagnostics, []),
          Effect.forkScoped({ startImmediately: true }),
          Effect.tap(TestClock.adjust("1 second")),
          Effect.flatMap(ended),
          Effect.orDie
        )
      )
    }

    /** Refresh tokens that a program has sent to the platform to revoke. */
    const revoked = new Set<string>()
    const violations: Array<string> = []
    const owners = new Map<string, string | undefined>()
    let fault: keyof typeof faults = "respond"
    platform.others((request) => {
      if (request.method === "DELETE") {
        const refreshToken = request.headers["x-stack-refresh-token"]
        if (refreshToken !== undefined) {
          revoked.add(refreshToken)
          platform.revoke({ refreshToken: Redacted.make(refreshToken), accessToken: Redacted.make("") })
        }
      } else {
        const work = (JSON.parse(String(request.body)) as { readonly work: string }).work
        const user = tokenOf(request)?.sub
        const owner = owners.get(work)
        if (owner === undefined) owners.set(work, user)
        else if (user !== owner) violations.push(`${work} of ${owner} as ${user ?? "no user"}`)
      }
      const respond = json({})
      return (faults[fault]?.(respond) ?? respond)(request)
    })

    const inTab = <A, E>(tab: number, self: Effect.Effect<A, E, ClientAccess | Session>) =>
      Effect.forkScoped(Effect.exit(Effect.provideContext(self, tabs[tab]!)), { startImmediately: true })

    const userIn = (tab: number) => {
      const state = Context.get(tabs[tab]!, Session).state()
      return state._tag === "SignedOut" || state.claims._tag === "None" ? undefined : state.claims.value.sub
    }

    const stored = () => {
      const aside = JSON.parse(texts.get(`latchkey-accounts-${projectId}`) ?? `{"accounts":[]}`) as {
        readonly accounts: ReadonlyArray<{ readonly userId: string; readonly session: string }>
      }
      const current = tokensFromText(texts.get(`latchkey-session-${projectId}`))
      return [
        ...aside.accounts.map(({ session, userId }) => ({ userId, tokens: tokensFromText(session)! })),
        ...(current === null ? [] : [{ userId: undefined, tokens: current }])
      ]
    }

    return {
      platform,
      texts,
      violations,
      sessions: tabs.map((tab) => Context.get(tab, Session)),
      inTab,
      /** Begins a write of the signed-in user. */
      write: (tab: number) => {
        const work = `work ${owners.size}`
        owners.set(work, userIn(tab))
        return inTab(tab, write({ work }))
      },
      setFault: (next: keyof typeof faults) => {
        fault = next
        const respond = next === "are refused" ? undefined : faults[next]?.(json({}))
        platform.meet(next === "are lost" ? respond : undefined)
      },
      /** Stored sessions that were revoked. */
      revived: () =>
        stored().flatMap(({ tokens }) => {
          const key = tokens.refreshToken === undefined ? "" : Redacted.value(tokens.refreshToken)
          return revoked.has(key) ? [key] : []
        }),
      /** Users of the stored sessions. The user of the current session is read from its access token. */
      users: () =>
        stored().map(({ tokens, userId }) =>
          userId ?? (tokens.accessToken === undefined
            ? undefined
            : (JSON.parse(atob(Redacted.value(tokens.accessToken).split(".")[1]!)) as { readonly sub: string }).sub)
        ),
      lists: Effect.forEach(tabs, (tab) =>
        Effect.gen(function*() {
          const fiber = yield* Effect.forkScoped(Effect.provideContext(Accounts.list(), tab), {
            startImmediately: true
          })
          yield* TestClock.adjust("1 second")
          return (yield* Effect.orDie(ended(fiber))).map(({ isActive, userId }) =>
            isActive ? `${userId}, active` : userId
          )
        }))
    }
  })
