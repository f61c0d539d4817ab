import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { layer, SessionLedger } from "../../../../layers/observe/ledger/SessionLedger.ts"
import type { NewTokens, Session } from "../../../../layers/session/Session.ts"
import type { TokenPlatform } from "../../../support/platform/tokenPlatform.ts"
import { turns } from "../../../support/suite/fibers.ts"
import * as sessions from "../../session/sessions.ts"

interface Opened {
  readonly platform: TokenPlatform
  readonly session: Session["Service"]
  readonly tokens: NewTokens
}

/** Uses of a session that may be interrupted. */
const uses: { readonly [name: string]: (opened: Opened) => Effect.Effect<unknown, unknown> } = {
  tokens: ({ session }) => session.tokens(),
  tokensIfAny: ({ session }) => session.tokensIfAny,
  keep: ({ platform, session }) => session.keep(platform.signIn({ sub: "Ben" })),
  end: ({ session }) => session.end,
  endAndRevoke: ({ session }) => session.endAndRevoke(Effect.yieldNow),
  rejected: ({ session, tokens }) => session.rejected(tokens.accessToken),
  endOf: ({ session, tokens }) => session.endOf(tokens)
}

const opened = Effect.gen(function*() {
  const platform = yield* sessions.started
  const tokens = platform.signIn({ sub: "Ada" })
  const store = yield* sessions.storeOf(tokens)
  const records = yield* Layer.build(layer())
  const session = yield* sessions.open(platform, store).pipe(
    Effect.provideContext(Context.omit(SessionLedger)(records))
  )
  yield* TestClock.setTime(sessions.today + sessions.tenMinutes)
  return { platform, session, store, tokens, ledger: Context.get(records, SessionLedger) }
})

const yields = (count: number) =>
  Effect.forEach(Array.from({ length: count }), () => Effect.yieldNow, { discard: true })

describe("a session ledger of interrupted uses", () => {
  for (const [name, use] of Object.entries(uses)) {
    it.effect(`observe-3: after an interruption of ${name} at any step, the ledger doesn't count the interrupted caller, and attributes later changes correctly`, () =>
      Effect.gen(function*() {
        for (let steps = 0; steps < 12; steps++) {
          yield* Effect.scoped(Effect.gen(function*() {
            const all = yield* opened
            const { ledger, platform, session, store } = all
            const fiber = yield* Effect.forkChild(Effect.exit(use(all)))
            yield* yields(steps)
            yield* Fiber.interrupt(fiber)
            yield* turns

            // another program signs in, and this program refreshes for one caller
            const cy = platform.signIn({ sub: "Cy" })
            yield* store.compareAndSet(yield* store.get, cy)
            yield* turns
            yield* TestClock.adjust(sessions.tenMinutes)
            yield* session.tokens()
            yield* turns

            const signedIn = ledger.entries().findLast(({ _tag, userId }) => _tag === "SignedIn" && userId === "Cy")
            assert.deepInclude(signedIn, { by: "elsewhere" }, `after ${steps} steps`)
            const refreshed = ledger.entries().findLast(({ _tag }) => _tag === "Refreshed")
            assert.deepInclude(refreshed, { by: "here", callers: 1, userId: "Cy" }, `after ${steps} steps`)
          }))
        }
      }))
  }
})
