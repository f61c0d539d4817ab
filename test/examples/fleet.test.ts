import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "redis"
import { type RunningEmulator, startEmulator } from "../../src/emulator/index.ts"
import { needsRedis, redisServer, startRedis } from "../support/processes/redis.ts"
import { startExample } from "../support/processes/runExample.ts"
import { textBlockAfter } from "../support/suite/textBlocks.ts"
import { refreshGate } from "./refreshGate.ts"

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]!.split(";")[0]!

/** Sends a POST request like a page of the given origin. */
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

const request = (server: string, cookie: string) => fetch(server, { headers: { cookie } })

describe("examples/fleet", () => {
  it(
    "examples/fleet signs in with an opaque cookie, authenticates requests and signs out, for its own pages only",
    async () => {
      const example = startExample("fleet")
      try {
        const server = (await example.prints(/Listening on (\S+)/))[1]!

        const withoutCookie = await fetch(server)
        const cookie = await signIn(server)
        const ada = await request(server, cookie)
        const foreign = await post(`${server}/sign-out`, "https://other.example.com", { cookie })
        const kept = await request(server, cookie)
        const signedOut = await post(`${server}/sign-out`, server, { cookie })
        const after = await request(server, cookie)

        assert.strictEqual(withoutCookie.status, 401)
        assert.strictEqual((await ada.json() as any).email, "ada@example.com")
        assert.deepStrictEqual([foreign.status, kept.status], [403, 200])
        assert.include(signedOut.headers.getSetCookie()[0]!, "Max-Age=0")
        assert.strictEqual(after.status, 401)
      } finally {
        example.stop()
      }
    }
  )
})

describe("examples/fleet/ledger.ts", () => {
  it("examples/fleet/ledger.ts prints the story of a session that two servers recorded", async () => {
    const { code, output } = await startExample("fleet/ledger.ts").end()

    assert.strictEqual(code, 0, output)
    assert.strictEqual(output.trim(), textBlockAfter("docs/guides/why-signed-out.md", "#story"))
  })
})

/** A token is refreshed 20 s before its expiry. With this lifetime, that is four seconds after its issue. */
const lifeSeconds = 24
const lifetime = (lifeSeconds - 20) * 1000

const userCount = 8

describe.skipIf(redisServer === undefined)(
  redisServer === undefined ? `four servers over one Redis (${needsRedis})` : "four servers over one Redis",
  () => {
    let redis: Awaited<ReturnType<typeof startRedis>>
    let platform: RunningEmulator
    let gate: Awaited<ReturnType<typeof refreshGate>>
    let examples: ReadonlyArray<ReturnType<typeof startExample>> = []
    let servers: ReadonlyArray<string> = []
    /** Name of the server that is killed during its next refresh. */
    let serverToKill: string | undefined

    // started again for each retry of the test, because the test kills its servers
    beforeEach(async () => {
      serverToKill = undefined
      redis = await startRedis()
      platform = await startEmulator({
        accessTokenLifetime: `${lifeSeconds} seconds`,
        users: Array.from({ length: userCount }, (_, each) => ({
          email: `user-${each}@example.com`,
          password: "correct horse"
        }))
      })
      gate = await refreshGate(platform.baseUrl, async ({ server }) => {
        if (server === serverToKill) examples[Number(server)]!.stop("SIGKILL")
        await sleep(150) // usual duration of a refresh
      })
      examples = Array.from(
        { length: 4 },
        (_, each) =>
          startExample("fleet", { REDIS_URL: redis.url, HEXCLAVE_API_URL: gate.url, FLEET_SERVER: String(each) })
      )
      servers = await Promise.all(
        examples.map(async (example) => (await example.prints(/Listening on (\S+)/))[1]!)
      )
    })

    afterEach(async () => {
      for (const example of examples) example.stop("SIGKILL")
      await gate?.close()
      await platform?.close()
      await redis?.stop()
    })

    it(
      "four servers keep all sessions, without lost or repeated refreshes, if one server is killed during a refresh and Redis stops for 3 s",
      async () => {
        const client = await createClient({ url: redis.url, socket: { reconnectStrategy: 100 } })
          .on("error", () => {}) // the test stops Redis, which causes errors
          .connect()
        const cookies = await Promise.all(
          Array.from({ length: userCount }, (_, each) => signIn(servers[each % 4]!, `user-${each}@example.com`))
        )
        // load every session, so that each server caches it
        for (const server of servers) await Promise.all(cookies.map((cookie) => request(server, cookie)))

        let requestCount = 0
        const statuses = new Set<number>()
        const wrongUsers: Array<string> = []
        let runningServers = servers
        const run = { ended: false }
        const keepRequesting = async (each: number) => {
          const requestOnce = async (server: string) => {
            requestCount++
            const response = await request(server, cookies[each]!).catch((error: unknown) => {
              if (runningServers.includes(server) && serverToKill === undefined) throw error
            })
            if (response === undefined) return // the server was killed before it could respond
            statuses.add(response.status)
            const text = await response.text().catch(() => "")
            if (response.status === 200 && text !== "" && JSON.parse(text).email !== `user-${each}@example.com`) {
              wrongUsers.push(text)
            }
          }
          // send requests to two servers at once, so that both find the same expired token
          for (let turn = each; !run.ended; turn++) {
            await Promise.all([
              requestOnce(runningServers[turn % runningServers.length]!),
              requestOnce(runningServers[(turn + 1) % runningServers.length]!)
            ])
            await sleep(500)
          }
        }
        await client.configResetStat()
        const requesting = Promise.all(cookies.map((_, each) => keepRequesting(each)))

        // one token lifetime passes without faults, then a server is killed during a refresh
        await sleep(lifetime + 500)
        const withoutFaults = { requestCount, refreshes: gate.refreshes.length }
        // each script reads exactly once, so the number of reads is the number of plain reads and scripts
        const commands = Number(/cmdstat_get:calls=(\d+)/.exec(await client.info("commandstats"))![1])
        const killedAt = performance.now()
        serverToKill = "3"
        const killed = examples[3]!.end()
        await killed
        runningServers = servers.slice(0, 3)
        await sleep(lifetime)

        await redis.kill()
        const lateCookie = sleep(1000).then(() => signIn(servers[0]!, "user-0@example.com"))
        await sleep(3000)
        await redis.start()
        await sleep(lifetime)
        const late = await lateCookie
        run.ended = true
        await requesting

        assert.deepStrictEqual([...statuses], [200])
        assert.isEmpty(wrongUsers)
        // no session is lost: a new server knows every session, including sessions that changed while Redis was stopped
        const newServer = startExample("fleet", {
          REDIS_URL: redis.url,
          HEXCLAVE_API_URL: gate.url,
          FLEET_SERVER: "new"
        })
        try {
          const server = (await newServer.prints(/Listening on (\S+)/))[1]!
          for (const cookie of [...cookies, late]) assert.strictEqual((await request(server, cookie)).status, 200)
        } finally {
          newServer.stop("SIGKILL")
        }
        // another server repeats the killed server's refreshes; every other session is refreshed once per token
        // lifetime
        const interrupted = gate.refreshes.filter(({ at, server }) => server === "3" && at >= killedAt)
        const completed = gate.refreshes.filter((each) => !interrupted.includes(each))
        assert.isAtLeast(interrupted.length, 1)
        assert.lengthOf(new Set(interrupted.map(({ session }) => session)), interrupted.length)
        assert.isAtLeast(completed.length, userCount * 3)
        for (const [nth, { at, server, session }] of completed.entries()) {
          const before = completed.slice(0, nth).findLast((each) => each.session === session)
          // the lifetime of a token is counted in whole seconds
          if (before === undefined) continue
          const servers = `by server ${before.server} and then ${server}, ${at - killedAt} ms after the kill`
          assert.isAtLeast(at - before.at, lifetime - 1500, servers)
        }
        // Size of a session and commands of a request. The guide uses these numbers for its estimate.
        const [session] = await client.keys("latchkey:session:*")
        assert.isBelow((await client.memoryUsage(session!))!, 2000)
        // during a refresh, the other servers poll every 20 ms at first, then every 200 ms, for at most a second
        assert.isAtMost(commands, 2 * withoutFaults.requestCount + (4 + 3 * 9) * withoutFaults.refreshes)
        await client.close()
      }
    )
  }
)
