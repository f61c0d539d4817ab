/** A flow that one user started never writes for another user. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { bindToUser, sameUser } from "../../../layers/access/bindToUser.ts"
import { Session } from "../../../layers/session/Session.ts"
import { Writer } from "../../../layers/session/usableTokens.ts"
import { contactChannels, currentUser } from "../../../src/flows/account/index.ts"

import { signOut } from "../../../src/flows/authentication/signOut.ts"
import * as cliLogin from "../../../src/flows/cli/cliLogin.ts"
import { teamInvitations, teams } from "../../../src/flows/teams/index.ts"
import { failureOf, settled } from "../../support/contract/calls.ts"
import { read, thing, write } from "../../support/contract/endpoints.ts"
import { accessToken, signedIn } from "../../support/contract/project.ts"
import { code, teamId, wireList, wireTeam } from "../../support/contract/wireEntities.ts"
import {
  after,
  type Answer,
  json,
  knownError,
  scriptedTransport,
  tooMany
} from "../../support/platform/scriptedTransport.ts"

const ada = "11111111-1111-4111-8111-111111111111"
const bob = "22222222-2222-4222-8222-222222222222"

/** Signs a user in. */
const signIn = (sub: string, refreshToken = `refresh-of-${sub}`) =>
  Session.use(({ keep }) =>
    keep({
      accessToken: Redacted.make(accessToken({ sub, exp: 4e9 })),
      refreshToken: Redacted.make(refreshToken)
    })
  )

/** Signs a user in as another tab or another part of the program would. */
const elsewhere = (sub: string, refreshToken?: string) =>
  Effect.provideService(signIn(sub, refreshToken), Writer, undefined)

/** Runs a flow as Ada. `change` runs while the first request waits for its response. */
const asAda = <A, E, R>(
  flow: Effect.Effect<A, E, R>,
  change: Effect.Effect<unknown, unknown, Session>,
  ...responses: readonly [Answer, ...ReadonlyArray<Answer>]
) =>
  Effect.gen(function*() {
    const [first, ...others] = responses
    let changed: Effect.Effect<unknown> = Effect.void
    const script = scriptedTransport((request) => Effect.andThen(changed, first(request)), ...others)
    const program = Effect.gen(function*() {
      yield* signIn(ada)
      const session = yield* Session
      changed = Effect.orDie(Effect.provideService(Effect.provideService(change, Session, session), Writer, undefined))
      const value = yield* Effect.exit(flow)
      return { value, after: session.state() }
    })
    const exit = yield* settled(program, script.layer, signedIn() as never)
    if (Exit.isFailure(exit)) throw new Error(String(exit))
    const { after, value } = exit.value
    return {
      outcome: Exit.isSuccess(value) ? "done" : failureOf(value as Exit.Exit<never, any>).reason?._tag,
      sent: script.requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`),
      after
    }
  })

describe("D19: a write", () => {
  it.effect("D19: a write is not retried for another user who signs in before the retry", () =>
    Effect.gen(function*() {
      const { outcome, sent } = yield* asAda(write({}), signIn(bob), tooMany("1"), json(thing))

      assert.deepStrictEqual([outcome, sent], ["UserChanged", ["POST /things"]])
    }))

  it.effect("D19: a write is not retried after its user has signed out, so its content is not sent without a user", () =>
    Effect.gen(function*() {
      const signedOut = Session.use(({ end }) => end)
      for (const first of [tooMany("1"), after("1 second", tooMany("1"))]) {
        const { outcome, sent } = yield* asAda(write({}), signedOut, first, json(thing))

        assert.deepStrictEqual([outcome, sent], ["PersonChanged", ["POST /things"]])
      }
    }))

  it.effect("D19: a write whose token was rejected is not repeated after its user has signed out", () =>
    Effect.gen(function*() {
      const { outcome, sent } = yield* asAda(
        write({}),
        Session.use(({ end }) => end),
        knownError("ACCESS_TOKEN_EXPIRED", 401),
        json(thing)
      )

      assert.deepStrictEqual([outcome, sent], ["AccessTokenExpired", ["POST /things"]])
    }))

  it.effect("D19: after a program has signed its user out, the program's next write is sent without a user", () =>
    Effect.gen(function*() {
      const flow = bindToUser(Effect.andThen(Session.use(({ end }) => end), write({})))
      const { outcome, sent } = yield* asAda(flow, Effect.void, json(thing))

      assert.deepStrictEqual([outcome, sent], ["done", ["POST /things"]])
    }))

  it.effect("D19: a read whose token was rejected fails with UserChanged if another user has signed in since", () =>
    Effect.gen(function*() {
      const { outcome, sent } = yield* asAda(read(), signIn(bob), knownError("ACCESS_TOKEN_EXPIRED", 401), json(thing))

      assert.deepStrictEqual([outcome, sent], ["UserChanged", ["GET /things"]])
    }))

  it.effect("D19: a read whose token was rejected is repeated with the new token of the same user", () =>
    Effect.gen(function*() {
      const another = {
        accessToken: Redacted.make(accessToken({ sub: ada, exp: 4e9, iat: 1 })),
        refreshToken: Redacted.make(`refresh-of-${ada}`)
      }
      for (const tokens of [another, { ...another, refreshToken: Redacted.make("another-refresh-token") }]) {
        const change = Session.use(({ keep }) => keep(tokens))
        const { outcome, sent } = yield* asAda(read(), change, knownError("ACCESS_TOKEN_EXPIRED", 401), json(thing))

        assert.deepStrictEqual([outcome, sent], ["done", ["GET /things", "GET /things"]])
      }
    }))

  it.effect("D19: a write is retried after the user refreshed, upgraded or signed in again", () =>
    Effect.gen(function*() {
      const another = accessToken({ sub: ada, exp: 4e9, iat: 1 })
      const changes = [
        signIn(ada, "another-refresh-token"),
        Session.use(({ keep }) =>
          keep({ accessToken: Redacted.make(another), refreshToken: Redacted.make(`refresh-of-${ada}`) })
        )
      ]
      for (const change of changes) {
        const { outcome, sent } = yield* asAda(write({}), change, tooMany("1"), json(thing))

        assert.deepStrictEqual([outcome, sent], ["done", ["POST /things", "POST /things"]])
      }
    }))

  it.effect("D19: a write that begins while signed out is sent for the user who signs in before it is sent", () =>
    Effect.gen(function*() {
      const flow = Effect.andThen(Session.use(({ end }) => end), write({}))
      const { outcome } = yield* asAda(flow, signIn(bob), tooMany("1"), json(thing))

      assert.strictEqual(outcome, "done")
    }))

  it.effect("D19: a read is not bound to the user and follows the session", () =>
    Effect.gen(function*() {
      const { outcome } = yield* asAda(read(), signIn(bob), tooMany("1"), json(thing))

      assert.strictEqual(outcome, "done")
    }))
})

describe("D19: a flow of several requests", () => {
  const flows: ReadonlyArray<
    readonly [name: string, flow: Effect.Effect<unknown, unknown, any>, ...ReadonlyArray<Answer>]
  > = [
    ["contactChannels.changePrimary", contactChannels.changePrimary({ value: "new@example.com" }), json(wireList())],
    ["teams.create", teams.create({ displayName: "Tinkers" }), json(wireTeam)],
    ["teamInvitations.accept", teamInvitations.accept({ code }), json({ team_id: teamId, team_display_name: "T" })]
  ]
  for (const [name, flow, first] of flows) {
    it.effect(`D19: ${name} sends no more requests after another user has signed in`, () =>
      Effect.gen(function*() {
        const { outcome, sent } = yield* asAda(flow, signIn(bob), first!, json({}))

        assert.deepStrictEqual([outcome, sent.length], ["UserChanged", 1])
      }))
  }

  it.effect("D19: currentUser.delete keeps the session of another user who signs in during the deletion", () =>
    Effect.gen(function*() {
      const other = yield* asAda(currentUser.delete(), signIn(bob), json({ success: true }))
      const same = yield* asAda(currentUser.delete(), Effect.void, json({ success: true }))

      assert.deepStrictEqual([other.outcome, other.after._tag], ["done", "SignedIn"])
      assert.deepStrictEqual([same.outcome, same.after._tag], ["done", "SignedOut"])
    }))

  it.effect("D19: sign-out ends the session on the platform, even within a flow bound to another user", () =>
    Effect.gen(function*() {
      const flow = bindToUser(Effect.andThen(elsewhere(bob), signOut()))
      const { after, sent } = yield* asAda(flow, Effect.void, json({ success: true }))

      assert.deepStrictEqual([after._tag, sent], ["SignedOut", ["DELETE /auth/sessions/current"]])
    }))
})

describe("bindToUser", () => {
  it.effect("D19: bindToUser rejects a call for another user if an outer bindToUser began with a different user", () =>
    Effect.gen(function*() {
      const flow = bindToUser(Effect.andThen(elsewhere(bob), bindToUser(write({}))))
      const { outcome, sent } = yield* asAda(flow, Effect.void, json(thing))

      assert.deepStrictEqual([outcome, sent], ["UserChanged", []])
    }))

  it.effect("D19: bindToUser allows a call for another user if the flow itself signed that user in", () =>
    Effect.gen(function*() {
      const flow = bindToUser(Effect.andThen(signIn(bob), write({})))
      const { outcome, sent } = yield* asAda(flow, Effect.void, json(thing))

      assert.deepStrictEqual([outcome, sent], ["done", ["POST /things"]])
    }))

  it.effect("D19: bindToUser rejects the confirmation of a command-line login with another user's session", () =>
    Effect.gen(function*() {
      const flow = bindToUser(Effect.andThen(elsewhere(bob), cliLogin.confirm({ loginCode: code })))
      const { outcome, sent } = yield* asAda(flow, Effect.void, json({ success: true }))

      assert.deepStrictEqual([outcome, sent], ["UserChanged", []])
    }))

  it.effect("D19: bindToUser checks whether the user who began the flow is still signed in", () =>
    Effect.gen(function*() {
      const changes = [
        [Effect.void, "done"],
        [elsewhere(ada, "another-refresh-token"), "done"],
        [elsewhere(bob), "UserChanged"],
        [Session.use(({ end }) => end), "UserChanged"]
      ] as const
      for (const [change, expected] of changes) {
        const { outcome } = yield* asAda(bindToUser(Effect.andThen(change, sameUser)), Effect.void, json(thing))

        assert.strictEqual(outcome, expected)
      }
    }))

  it.effect("D19: bindToUser recognizes the user of a session that had no access token at the start", () =>
    Effect.gen(function*() {
      const restored = Session.use(({ keep }) => keep({ refreshToken: Redacted.make("restored") }))
      const refreshed = elsewhere(ada, "restored")
      const flow = Effect.andThen(
        restored,
        bindToUser(Effect.gen(function*() {
          yield* refreshed
          yield* sameUser
          yield* elsewhere(ada, "another-refresh-token")
          yield* sameUser
        }))
      )
      const { outcome } = yield* asAda(flow, Effect.void, json(thing))

      assert.strictEqual(outcome, "done")
    }))
})
