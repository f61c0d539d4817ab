import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "redis"
import { type RunningEmulator, startEmulator } from "../../src/emulator/index.ts"
import { needsRedis, redisServer, startRedis } from "../support/processes/redis.ts"
import { startExample } from "../support/processes/runExample.ts"
import { refreshGate } from "./refreshGate.ts"

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]!.split(";")[0]!

/** What a page of that origin posts. */
const post = (url: string, origin: string, { body, cookie }: { readonly body?: string; readonly cookie?: string }) =>
  fetch(url, {
    method: "POST",
    headers: { origin, ...(cookie === undefined ? {} : { cookie }) },
    ...(body === undefined ? {} : { body })
  })

const signIn = async (server: string, email = "ada@example.com") => {
  const response = await post(`${server}/sign-in`, server, { body: JSON.stringify({ email }) })
  assert.strictEqual(response.status, 200)
  return cookieOf(response)
}

const ask = (server: string, cookie: string) => fetch(server, { headers: { cookie } })

describe("examples/fleet", () => {
  it("signs in with an opaque cookie, knows who asks, and signs out, for its own pages only", async () => {
    const example = startExample("fleet")
    try {
      const server = (await example.prints(/Listening on (\S+)/))[1]!

      const nobody = await fetch(server)
      const cookie = await signIn(server)
      const ada = await ask(server, cookie)
      const foreign = await post(`${server}/sign-out`, "https://other.example.com", { cookie })
      const kept = await ask(server, cookie)
      const signedOut = await post(`${server}/sign-out`, server, { cookie })
      const after = await ask(server, cookie)

      assert.strictEqual(nobody.status, 401)
      assert.strictEqual((await ada.json() as any).email, "ada@example.com")
      assert.deepStrictEqual([foreign.status, kept.status], [403, 200])
      assert.include(signedOut.headers.getSetCookie()[0]!, "Max-Age=0")
      assert.strictEqual(after.status, 401)
    } finally {
      example.stop()
    }
  }, 60_000)
})

/** Tokens live so long that each is refreshed when it is four seconds old: twenty before its end. */
const lifeSeconds = 24
const lifetime = (lifeSeconds - 20) * 1000

const people = 8

describe.skipIf(redisServer === undefined)(
  redisServer === undefined ? `four servers over one Redis (${needsRedis})` : "four servers over one Redis",
  () => {
    let redis: Awaited<ReturnType<typeof startRedis>>
    let platform: RunningEmulator
    let gate: Awaited<ReturnType<typeof refreshGate>>
    let examples: ReadonlyArray<ReturnType<typeof startExample>> = []
    let servers: ReadonlyArray<string> = []
    /** The server that is killed as soon as one of its refreshes is under way. */
    let doomed: string | undefined

    // anew for each try of a test that kills what it stands on
    beforeEach(async () => {
      doomed = undefined
      redis = await startRedis()
      platform = await startEmulator({
        accessTokenLifetime: `${lifeSeconds} seconds`,
        users: Array.from({ length: people }, (_, each) => ({
          email: `person-${each}@example.com`,
          password: "correct horse"
        }))
      })
      gate = await refreshGate(platform.baseUrl, async ({ server }) => {
        if (server === doomed) examples[Number(server)]!.stop("SIGKILL")
        await sleep(150) // as long as a refresh may well take
      })
      examples = Array.from(
        { length: 4 },
        (_, each) =>
          startExample("fleet", { REDIS_URL: redis.url, HEXCLAVE_API_URL: gate.url, FLEET_SERVER: String(each) })
      )
      servers = await Promise.all(
        examples.map(async (example) => (await example.prints(/Listening on (\S+)/))[1]!)
      )
    }, 90_000)

    afterEach(async () => {
      for (const example of examples) example.stop("SIGKILL")
      await gate?.close()
      await platform?.close()
      await redis?.stop()
    })

    it(
      "one is killed in mid-refresh and Redis for three seconds: nobody is signed out, nothing is refreshed twice or lost",
      async () => {
        const client = await createClient({ url: redis.url, socket: { reconnectStrategy: 100 } })
          .on("error", () => {}) // it is killed on purpose
          .connect()
        const cookies = await Promise.all(
          Array.from({ length: people }, (_, each) => signIn(servers[each % 4]!, `person-${each}@example.com`))
        )
        // each server has met everybody
        for (const server of servers) await Promise.all(cookies.map((cookie) => ask(server, cookie)))

        let asked = 0
        const statuses = new Set<number>()
        const strangers: Array<string> = []
        let up = servers
        const run = { over: false }
        const keepAsking = async (each: number) => {
          const askOne = async (server: string) => {
            asked++
            const response = await ask(server, cookies[each]!).catch((error: unknown) => {
              if (up.includes(server) && doomed === undefined) throw error
            })
            if (response === undefined) return // its server was killed meanwhile
            statuses.add(response.status)
            const text = await response.text().catch(() => "")
            if (response.status === 200 && text !== "" && JSON.parse(text).email !== `person-${each}@example.com`) {
              strangers.push(text)
            }
          }
          // two servers at once, so that they find the same token over
          for (let turn = each; !run.over; turn++) {
            await Promise.all([askOne(up[turn % up.length]!), askOne(up[(turn + 1) % up.length]!)])
            await sleep(500)
          }
        }
        await client.configResetStat()
        const asking = Promise.all(cookies.map((_, each) => keepAsking(each)))

        // one lifetime in peace, and then a server dies with a refresh under way
        await sleep(lifetime + 500)
        const inPeace = { asked, refreshes: gate.refreshes.length }
        // each script reads once, so that this is the number of commands that were sent: plain reads and scripts
        const commands = Number(/cmdstat_get:calls=(\d+)/.exec(await client.info("commandstats"))![1])
        const killedAt = performance.now()
        doomed = "3"
        const dying = examples[3]!.end()
        await dying
        up = servers.slice(0, 3)
        await sleep(lifetime)

        await redis.kill()
        const lateCookie = sleep(1000).then(() => signIn(servers[0]!, "person-0@example.com"))
        await sleep(3000)
        await redis.start()
        await sleep(lifetime)
        const late = await lateCookie
        run.over = true
        await asking

        assert.deepStrictEqual([...statuses], [200])
        assert.isEmpty(strangers)
        // nothing is lost: a server that was not there knows everybody, those from the time without Redis too
        const newcomer = startExample("fleet", {
          REDIS_URL: redis.url,
          HEXCLAVE_API_URL: gate.url,
          FLEET_SERVER: "new"
        })
        try {
          const server = (await newcomer.prints(/Listening on (\S+)/))[1]!
          for (const cookie of [...cookies, late]) assert.strictEqual((await ask(server, cookie)).status, 200)
        } finally {
          newcomer.stop("SIGKILL")
        }
        // what the killed server had under way is done again by another one; all else is refreshed once in a lifetime
        const cutOff = gate.refreshes.filter(({ at, server }) => server === "3" && at >= killedAt)
        const answered = gate.refreshes.filter((each) => !cutOff.includes(each))
        assert.isAtLeast(cutOff.length, 1)
        assert.lengthOf(new Set(cutOff.map(({ session }) => session)), cutOff.length)
        assert.isAtLeast(answered.length, people * 3)
        for (const [nth, { at, server, session }] of answered.entries()) {
          const before = answered.slice(0, nth).findLast((each) => each.session === session)
          // tokens count their life in whole seconds
          if (before === undefined) continue
          const servers = `by server ${before.server} and then ${server}, ${at - killedAt} ms after the kill`
          assert.isAtLeast(at - before.at, lifetime - 1500, servers)
        }
        // what a session and a request cost: the numbers the guide multiplies
        const [session] = await client.keys("latchkey:session:*")
        assert.isBelow((await client.memoryUsage(session!))!, 2000)
        // beside a refresh the other servers look every 20 ms at first, then every 200 ms, for a second at most
        assert.isAtMost(commands, 2 * inPeace.asked + (4 + 3 * 9) * inPeace.refreshes)
        await client.close()
      },
      90_000
    )
  }
)
