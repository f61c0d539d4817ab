import { assert, describe, it } from "vitest"
import type { Answer, Cookie } from "./browsers.ts"
import { makePeriods } from "./periods.ts"
import type { Change, Server } from "./servers.ts"
import { type Reasons, reasonsFor } from "./told.ts"

const serverOf = (name: string, killedAt?: number) =>
  ({ name, killedAt, stalls: makePeriods(), missed: makePeriods() }) as Server

const one = serverOf("1")
const two = serverOf("2")

/** Made in 10 ms. It is in the store 100 ms later, unless told otherwise. */
const changeBy = (server: Server, at: number, settledAt: number | undefined = at + 110): Change => ({
  server,
  sentAt: at,
  answeredAt: at + 10,
  ...(settledAt === Infinity ? {} : { settledAt })
})

const answerBy = (server: Server, at: number, cookie: Pick<Cookie, "begun" | "ended">): Answer => ({
  server,
  sentAt: at,
  answeredAt: at + 10,
  cookie: { text: "c", person: "p", ...cookie }
})

/** The store is away for a minute, 100 s after the beginning. */
const away = makePeriods()
away.add(100_000, 160_000)

const only = (reasons: Reasons) =>
  Object.entries(reasons).filter(([, answers]) => answers.length > 0).map(([name]) => name)

const signedOut = (answer: Answer) => only(reasonsFor({ signedOut: [answer], revived: [] }, away).signedOut)
const revived = (answer: Answer) => only(reasonsFor({ signedOut: [], revived: [answer] }, away).revived)

describe("somebody is told to be signed out", () => {
  it("without a reason, also while the store is away", () => {
    const begun = changeBy(one, 0)

    assert.deepStrictEqual(signedOut(answerBy(two, 50_000, { begun })), ["none"])
    assert.deepStrictEqual(signedOut(answerBy(two, 120_000, { begun })), ["none"])
  })

  it("since the sign-in died with its process, if the store was away then", () => {
    assert.deepStrictEqual(
      signedOut(answerBy(two, 200_000, { begun: changeBy(serverOf("3", 150_000), 120_000, Infinity) })),
      ["died"]
    )
    assert.deepStrictEqual(
      signedOut(answerBy(two, 90_000, { begun: changeBy(serverOf("3", 50_000), 49_990, Infinity) })),
      ["none"]
    )
  })

  it("since the sign-in is not written yet, by another process than the one that made it", () => {
    const begun = changeBy(one, 120_000, 161_000)

    assert.deepStrictEqual(signedOut(answerBy(two, 160_500, { begun })), ["unwritten"])
    assert.deepStrictEqual(signedOut(answerBy(one, 160_500, { begun })), ["none"])
    assert.deepStrictEqual(signedOut(answerBy(two, 161_500, { begun })), ["none"])
  })
})

describe("a session comes back after its sign-out", () => {
  const begun = changeBy(one, 0)

  it("without a reason", () => {
    assert.deepStrictEqual(revived(answerBy(two, 50_000, { begun, ended: changeBy(one, 40_000) })), ["none"])
  })

  it("since a process remembered it while the store was away, and no longer", () => {
    const ended = changeBy(one, 90_000)

    assert.deepStrictEqual(revived(answerBy(two, 120_000, { begun, ended })), ["remembered"])
    assert.deepStrictEqual(revived(answerBy(two, 170_000, { begun, ended })), ["none"])
  })

  it("since the sign-out died with its process, or is not written yet", () => {
    const died = changeBy(serverOf("3", 150_000), 120_000, Infinity)

    assert.deepStrictEqual(revived(answerBy(two, 200_000, { begun, ended: died })), ["died"])
    assert.deepStrictEqual(revived(answerBy(two, 165_000, { begun, ended: changeBy(one, 120_000, 166_000) })), [
      "unwritten"
    ])
  })

  it("since it ended where nobody knew yet that it had begun", () => {
    const late = { begun: changeBy(one, 150_000, 161_000), ended: changeBy(two, 160_500) }

    assert.deepStrictEqual(revived(answerBy(two, 170_000, late)), ["unwritten"])
  })
})
