/**
 * The session in complete clients, on the emulator. The other models have their own platform, and more precise laws.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { currentUser, forPerson, signIn, signOut } from "../../../../src/index.ts"
import {
  type FaultName,
  faultNames,
  type Law,
  sessionLaws,
  signedOutOnlyBy,
  simulate,
  type SimulatedRequest
} from "../../../../src/testing/simulate/index.ts"
import { runs } from "../../../support/suite/properties.ts"

interface App {
  /** The person of the last call, and the user that it returned. */
  read: readonly [personId: string | undefined, userId: string | undefined] | undefined
}

const tokenLife = 600_000
const threshold = 20_000
/** Issue times are truncated to whole seconds. */
const truncation = 1000

const laws: { readonly [name: string]: Law<App> } = {
  ...sessionLaws,
  "only a sign-out signs out": signedOutOnlyBy("signs out"),
  "tabs of a device have the same person": ({ tabs }) =>
    tabs.every((tab) => tabs.every(({ device, person }) => device !== tab.device || person() === tab.person())),
  "a call returns the user of its person": ({ tabs }) =>
    tabs.every(({ app: { read } }) => read === undefined || read[0] === read[1])
}

/** One refresh per token lifetime, unless it or its response was lost. */
const lawOfRefresh: Law<App> = ({ requests }) => {
  const isReceived = ({ endedAt, isLost, status }: SimulatedRequest) =>
    endedAt !== undefined && !isLost && status === 200
  const begins = (one: SimulatedRequest) => one.endpoint === "oauth.refresh" || one.beginsSession
  const received = requests.filter((one) => one.person !== undefined && begins(one) && isReceived(one))
  return received.every((one, index) =>
    one.beginsSession ||
    received.slice(0, index).every((earlier) =>
      earlier.device !== one.device || earlier.person !== one.person || earlier.beginsSession
      || one.sentAt - earlier.sentAt >= tokenLife - threshold - truncation
    )
  )
}

/** Ada and Bob share a computer with two tabs, and Ada has a phone. */
const simulated = (laws: { readonly [name: string]: Law<App> }, faults: ReadonlyArray<FaultName>) =>
  simulate({
    people: ["ada", "bob"],
    devices: { computer: { owner: "ada", tabs: 2 }, phone: { owner: "ada" } },
    app: (): App => ({ read: undefined }),
    actions: {
      calls: (app, { person }) =>
        Effect.suspend(() => {
          const personId = person()?.userId
          return Effect.map(currentUser.get(), (user) => {
            if (user !== null) app.read = [personId ?? user.id, user.id]
          })
        }).pipe(forPerson, Effect.ignore),
      "signs out": () => signOut(),
      "Ada signs in": (_app, { people }) => signIn.withPassword(people.ada),
      "Bob signs in": (_app, { people }) => signIn.withPassword(people.bob)
    },
    laws,
    faults,
    runs: simulations
  })

/** Number of simulated runs. A few runs alone would rarely send requests. */
const simulations = Math.max(12, runs(25))

describe("any run of an app", () => {
  it.effect(
    "X6 D1 D6 D7 D16 D21 E1 E7 F1: the sessions of an app's clients obey their laws under every fault",
    () =>
      Effect.gen(function*() {
        const { requests } = yield* simulated(laws, faultNames)

        assert.isAbove(requests, 4 * simulations)
      })
  )

  it.effect("D4 F1: an app refreshes once per token lifetime while the clocks are right", () =>
    Effect.gen(function*() {
      const { requests } = yield* simulated(
        { "one refresh per token lifetime": lawOfRefresh },
        faultNames.filter((name) => name !== "clockSkew")
      )

      assert.isAbove(requests, 4 * simulations)
    }))
})
