/** How the library's requests appear in a browser's developer tools. docs/laws.md T4. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { assert, describe, it, onTestFinished } from "vitest"
import { site } from "./site.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

/** Records how each request to an origin ends in the developer tools: `cancelled`, `finished` or the error. */
const watch = async (page: Page, origin: string) => {
  const cdp = await page.context().newCDPSession(page)
  const requested = new Map<string, string>()
  const ended: Array<string> = []
  cdp.on("Network.requestWillBeSent", ({ request, requestId }) => {
    if (request.url.startsWith(origin)) requested.set(requestId, `${request.method} ${new URL(request.url).pathname}`)
  })
  const note = (requestId: string, how: string) => {
    const request = requested.get(requestId)
    if (request !== undefined) ended.push(`${how}: ${request}`)
  }
  cdp.on("Network.loadingFinished", ({ requestId }) => note(requestId, "finished"))
  cdp.on(
    "Network.loadingFailed",
    ({ canceled, errorText, requestId }) => note(requestId, canceled === true ? "cancelled" : errorText)
  )
  await cdp.send("Network.enable")
  return {
    /** Waits until all requests have ended, and returns how each of them ended. */
    ended: async (count: number) => {
      while (ended.length < count) await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      return ended
    }
  }
}

describe("a request in a browser", () => {
  const at = site({ page: "promise.ts", users: [ada] })

  it("T4: the browser's developer tools show a successful or rejected request as finished, never as cancelled", async () => {
    const page = await at.open()
    const failed: Array<string> = []
    page.on("requestfailed", (request) => void failed.push(request.url()))
    const { ended } = await watch(page, at.platform.baseUrl)
    const before = at.platform.requests.list().length

    await page.evaluate(async (ada) => {
      await latchkey.signIn.withPassword({ ...ada, password: "wrong horse" }).catch(() => {})
      await latchkey.signIn.withPassword(ada)
      for (let round = 0; round < 5; round++) {
        await latchkey.currentUser.get()
        await Promise.all([latchkey.teams.list(), latchkey.contactChannels.list(), latchkey.sessions.list()])
        await latchkey.currentUser.update({ clientMetadata: { text: "x".repeat(round * 10_000) } })
      }
      await latchkey.signOut()
    }, ada)
    const sent = at.platform.requests.list().slice(before)
    const outcomes = await ended(sent.length)

    assert.isAbove(sent.length, 20)
    assert.deepStrictEqual(outcomes.filter((outcome) => !outcome.startsWith("finished")), [])
    assert.deepStrictEqual(failed, [])
  })

  it("A5: a response is aborted at the size limit, and the rest of the body is not read", async () => {
    let sent = 0
    let close = () => {}
    const closed = new Promise<void>((resolve) => {
      close = resolve
    })
    const chunk = Buffer.alloc(65_536, " ")
    const server = createServer((request, response) => {
      response.setHeader("access-control-allow-origin", "*").setHeader("access-control-allow-headers", "*")
      if (request.method === "OPTIONS") return void response.writeHead(204).end()
      response.setHeader("content-type", "application/json").setHeader("cache-control", "no-store")
      const more = () => {
        do sent += chunk.length
        while (response.write(chunk))
      }
      response.on("drain", more).on("close", close)
      more()
    })
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const page = await at.open()

    const reason = await page.evaluate(async ([endless, ada]) => {
      const { fetch } = globalThis
      globalThis.fetch = (_, init) => fetch(endless, init)
      return latchkey.signIn.withPassword(ada).then(() => "read", (error) => error.reason._tag as string)
    }, [`http://127.0.0.1:${(server.address() as AddressInfo).port}`, ada] as const)
    await closed

    assert.strictEqual(reason, "ResponseTooLarge")
    // The server sends data as fast as it can until the browser aborts.
    assert.isBelow(sent, 200_000_000)
  })
})
