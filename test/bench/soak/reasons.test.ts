import { assert, describe, it } from "vitest"
import type { Answer, Cookie } from "./browsers.ts"
import { makePeriods } from "./periods.ts"
import { type Reasons, reasonsFor } from "./reasons.ts"
import type { Change, Server } from "./servers.ts"

const serverOf = (name: string, killedAt?: number) =>
  ({ name, killedAt, stalls: makePeriods(), missed: makePeriods() }) as Server

const one = serverOf("1")
const two = serverOf("2")

/** A change with a response after 10 ms. By default, the store has it 100 ms later. */
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

/** An outage of the store from 100 s to 160 s. */
const away = makePeriods()
away.add(100_000, 160_000)

const only = (reasons: Reasons) =>
  Object.entries(reasons).filter(([, answers]) => answers.length > 0).map(([name]) => name)

const signedOut = (answer: Answer) => only(reasonsFor({ signedOut: [answer], revived: [] }, away).signedOut)
const revived = (answer: Answer) => only(reasonsFor({ signedOut: [], revived: [answer] }, away).revived)

describe("the reason for an unexpected sign-out", () => {
  it("the soak finds no explanation for an unexpected sign-out if no change was lost, even during a store outage", () => {
    const begun = changeBy(one, 0)

    assert.deepStrictEqual(signedOut(answerBy(two, 50_000, { begun })), ["none"])
    assert.deepStrictEqual(signedOut(answerBy(two, 120_000, { begun })), ["none"])
  })

  it("the soak attributes an unexpected sign-out to a sign-in that was lost when its process was killed during a store outage", () => {
    assert.deepStrictEqual(
      signedOut(answerBy(two, 200_000, { begun: changeBy(serverOf("3", 150_000), 120_000, Infinity) })),
      ["died"]
    )
    assert.deepStrictEqual(
      signedOut(answerBy(two, 90_000, { begun: changeBy(serverOf("3", 50_000), 49_990, Infinity) })),
      ["none"]
    )
  })

  it("the soak attributes an unexpected sign-out to a sign-in that another process hasn't stored yet", () => {
    const begun = changeBy(one, 120_000, 161_000)

    assert.deepStrictEqual(signedOut(answerBy(two, 160_500, { begun })), ["unwritten"])
    assert.deepStrictEqual(signedOut(answerBy(one, 160_500, { begun })), ["none"])
    assert.deepStrictEqual(signedOut(answerBy(two, 161_500, { begun })), ["none"])
  })
})

describe("the reason for a session after its sign-out", () => {
  const begun = changeBy(one, 0)

  it("the soak finds no explanation for a session that continues after its sign-out if the store had no outage", () => {
    assert.deepStrictEqual(revived(answerBy(two, 50_000, { begun, ended: changeBy(one, 40_000) })), ["none"])
  })

  it("the soak accepts a process's cache as the reason for a session that continues after its sign-out, but only during a store outage", () => {
    const ended = changeBy(one, 90_000)

    assert.deepStrictEqual(revived(answerBy(two, 120_000, { begun, ended })), ["remembered"])
    assert.deepStrictEqual(revived(answerBy(two, 170_000, { begun, ended })), ["none"])
  })

  it("the soak explains a session that continues after its sign-out if the sign-out isn't stored yet, or was lost when its process was killed", () => {
    const died = changeBy(serverOf("3", 150_000), 120_000, Infinity)

    assert.deepStrictEqual(revived(answerBy(two, 200_000, { begun, ended: died })), ["died"])
    assert.deepStrictEqual(revived(answerBy(two, 165_000, { begun, ended: changeBy(one, 120_000, 166_000) })), [
      "unwritten"
    ])
  })

  it("the soak explains a session that continues after its sign-out if the sign-in was still being stored when another process ended the session", () => {
    const late = { begun: changeBy(one, 150_000, 161_000), ended: changeBy(two, 160_500) }

    assert.deepStrictEqual(revived(answerBy(two, 170_000, late)), ["unwritten"])
  })
})
