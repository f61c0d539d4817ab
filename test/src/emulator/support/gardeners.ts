/** A team that Ann created. Ann is signed in. Bob is a user of the project, but not a member of the team. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Session } from "../../../../layers/session/Session.ts"
import * as TeamMemberships from "../../../../schemas/endpoints/teamMemberships.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import type { Way } from "../../../support/platform/transports.ts"
import { asServer, signUp } from "./support.ts"

/** An id that no record has. */
export const nowhere = "33333333-3333-4333-8333-333333333333"

export const bob = { email: "bob@example.com", password: Redacted.make("battery staple") }

export const gardeners = Effect.gen(function*() {
  const { userId: bobId } = yield* signUp(bob)
  const { userId: annId } = yield* signUp()
  const { id: teamId } = yield* Teams.create({ displayName: "Gardeners" })
  return { annId, bobId, teamId }
})

/** Services of the tests about teams. */
export type Gardeners = Effect.Success<typeof gardeners>

/** Adds Bob to the team, with the default permissions of members. */
export const bobJoins = ({ bobId, teamId }: Gardeners) => asServer(TeamMemberships.create({ teamId, userId: bobId }))

/** Ends the session. */
export const signedOut = Effect.flatMap(Session, ({ end }) => end)

/** Returns the code of the known error that a call failed with, or the reason of another failure. */
export const refusal = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    const { code, reason } = error as { readonly code?: string; readonly reason?: Reason }
    return code ?? reason?.code ?? (reason?.status === undefined ? reason?._tag : `status ${reason.status}`)
  })

interface Reason {
  readonly _tag: string
  readonly code?: string
  readonly status?: number
}

type World = Layer.Success<ReturnType<Way["emulated"]>>

type Call = Effect.Effect<unknown, { readonly _tag: string }, World>

/** Functions for tests of teams with one transport. */
export const gardening = ({ emulated }: Pick<Way, "emulated">) => {
  /** A project that lets users create teams. */
  const gardens = emulated({ config: { clientTeamCreationEnabled: true } })

  /** Defines a test in which all calls fail with a code. */
  const refused = (
    code: string,
    when: string,
    calls: (world: Gardeners) => Effect.Effect<ReadonlyArray<Call>, { readonly _tag: string }, World>,
    layer = gardens
  ) =>
    it.effect(`${code}: ${when}`, () =>
      Effect.gen(function*() {
        const refusals = yield* Effect.forEach(yield* calls(yield* gardeners), refusal)

        assert.deepStrictEqual(refusals, refusals.map(() => code))
        assert.isNotEmpty(refusals)
      }).pipe(Effect.provide(layer)))

  return { gardens, refused }
}
