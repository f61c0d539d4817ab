import { assert, describe, it } from "vitest"
import { makePeriods } from "./periods.ts"
import type { SeenRefresh } from "./platform.ts"
import { accountOf } from "./refreshes.ts"
import type { Server } from "./servers.ts"

const serverOf = (name: string, killedAt?: number) =>
  ({ name, killedAt, stalls: makePeriods(), missed: makePeriods() }) as Server

/** A refresh that took 100 ms and returned a token with a lifetime of 25 s. */
const refreshBy = (server: string, at: number, more: Partial<SeenRefresh> = {}): SeenRefresh => ({
  server,
  session: "s",
  at,
  answeredAt: at + 100,
  expiresAt: at + 25_000,
  met: undefined,
  ...more
})

const accounted = (
  refreshes: ReadonlyArray<SeenRefresh>,
  { away = makePeriods(), servers = [serverOf("a"), serverOf("b")] } = {}
) =>
  Object.entries(accountOf(refreshes, { servers: new Map(servers.map((each) => [each.name, each])), away }))
    .flatMap(([reason, count]) => Array<string>(count).fill(reason))

describe("a soak's count of its refreshes", () => {
  it("the soak counts a refresh as due if the newest token has 20 s left", () => {
    assert.deepStrictEqual(accounted([refreshBy("a", 0), refreshBy("b", 5000)]), ["due", "due"])
  })

  it("the soak reports an early refresh without a reason", () => {
    assert.deepStrictEqual(accounted([refreshBy("a", 0), refreshBy("b", 4999)]), ["due", "unaccounted"])
  })

  it("the soak reports a refresh that starts during another refresh", () => {
    const slow = refreshBy("a", 0, { answeredAt: 3000, expiresAt: undefined, met: "dropped" })

    assert.deepStrictEqual(accounted([slow, refreshBy("b", 2000)]), ["faults", "unaccounted"])
  })

  it("the soak counts the refreshes of each session separately", () => {
    assert.deepStrictEqual(accounted([refreshBy("a", 0), refreshBy("a", 1, { session: "t" })]), ["due", "due"])
  })

  it("the soak counts a refresh as due if a fault made the previous refresh fail", () => {
    const lost = refreshBy("a", 0, { expiresAt: undefined, met: "lost" })

    assert.deepStrictEqual(accounted([lost, refreshBy("a", 200)]), ["due", "faults"])
  })

  it("the soak allows one more refresh after the process with the newest token is killed", () => {
    const servers = [serverOf("a", 50), serverOf("b")]

    assert.deepStrictEqual(
      accounted([refreshBy("a", 0), refreshBy("b", 3100), refreshBy("b", 3300)], { servers }),
      ["due", "crashes", "unaccounted"]
    )
  })

  it("the soak allows one more refresh after a stall during which the lease may have expired", () => {
    const servers = [serverOf("a"), serverOf("b")]
    servers[0]!.stalls.add(10, 4000)

    assert.deepStrictEqual(accounted([refreshBy("a", 0), refreshBy("b", 3100)], { servers }), ["due", "stalls"])
  })

  it("the soak allows one refresh per process during an outage of the store", () => {
    const away = makePeriods()
    away.add(0, 4000)

    assert.deepStrictEqual(accounted([refreshBy("a", 1000), refreshBy("b", 1500)], { away }), ["due", "outages"])
    assert.deepStrictEqual(accounted([refreshBy("a", 1000), refreshBy("a", 1500)], { away }), ["due", "unaccounted"])
  })
})
