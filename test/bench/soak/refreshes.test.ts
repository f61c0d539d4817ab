import { assert, describe, it } from "vitest"
import { makePeriods } from "./periods.ts"
import type { SeenRefresh } from "./platform.ts"
import { accountOf } from "./refreshes.ts"
import type { Server } from "./servers.ts"

const serverOf = (name: string, killedAt?: number) =>
  ({ name, killedAt, stalls: makePeriods(), missed: makePeriods() }) as Server

/** A refresh that took 100 ms and brought a token with 25 s to live. */
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

describe("the account of a soak's refreshes", () => {
  it("one that comes when the newest token has 20 s left is due", () => {
    assert.deepStrictEqual(accounted([refreshBy("a", 0), refreshBy("b", 5000)]), ["due", "due"])
  })

  it("one that comes before, without a reason, is too many", () => {
    assert.deepStrictEqual(accounted([refreshBy("a", 0), refreshBy("b", 4999)]), ["due", "unaccounted"])
  })

  it("one that comes while another is under way is too many", () => {
    const slow = refreshBy("a", 0, { answeredAt: 3000, expiresAt: undefined, met: "unheard" })

    assert.deepStrictEqual(accounted([slow, refreshBy("b", 2000)]), ["faults", "unaccounted"])
  })

  it("sessions have accounts of their own", () => {
    assert.deepStrictEqual(accounted([refreshBy("a", 0), refreshBy("a", 1, { session: "t" })]), ["due", "due"])
  })

  it("one that met a fault brought nothing, so the next one is due", () => {
    const lost = refreshBy("a", 0, { expiresAt: undefined, met: "lost" })

    assert.deepStrictEqual(accounted([lost, refreshBy("a", 200)]), ["due", "faults"])
  })

  it("what a killed process got, another one gets once more", () => {
    const servers = [serverOf("a", 50), serverOf("b")]

    assert.deepStrictEqual(
      accounted([refreshBy("a", 0), refreshBy("b", 3100), refreshBy("b", 3300)], { servers }),
      ["due", "crashes", "unaccounted"]
    )
  })

  it("a process that stood still may have lost its lease", () => {
    const servers = [serverOf("a"), serverOf("b")]
    servers[0]!.stalls.add(10, 4000)

    assert.deepStrictEqual(accounted([refreshBy("a", 0), refreshBy("b", 3100)], { servers }), ["due", "stalls"])
  })

  it("while the store is away each process refreshes by itself, and none of them twice", () => {
    const away = makePeriods()
    away.add(0, 4000)

    assert.deepStrictEqual(accounted([refreshBy("a", 1000), refreshBy("b", 1500)], { away }), ["due", "outages"])
    assert.deepStrictEqual(accounted([refreshBy("a", 1000), refreshBy("a", 1500)], { away }), ["due", "unaccounted"])
  })
})
