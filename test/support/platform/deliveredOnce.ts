/** Laws that hold for every database when the runners of `examples/workflow` receive webhooks. */
import { assert } from "@effect/vitest"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { createServer } from "../../../src/promise/index.ts"
import { type startRunners, webhookSecret } from "./runners.ts"

type Fleet = Awaited<ReturnType<typeof startRunners>>

/** Creates a user, and returns the request that the platform sends for the event. */
const deliveryFor = async ({ platform }: Fleet, primaryEmail: string): Promise<RequestInit> => {
  let received!: (delivery: RequestInit) => void
  const delivery = new Promise<RequestInit>((resolve) => received = resolve)
  const sink = http.createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    response.writeHead(204).end()
    const { connection: _, "content-length": __, host: ___, "transfer-encoding": ____, ...headers } = request.headers
    received({ method: "POST", headers: headers as Record<string, string>, body: Buffer.concat(chunks) })
  })
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`
  const { remove } = await platform.webhooks.add({ url, secret: webhookSecret })
  try {
    await using server = createServer(platform.project)
    await server.users.create({ primaryEmail })
    return await delivery
  } finally {
    remove()
    sink.close()
    sink.closeAllConnections()
  }
}

const idOf = ({ headers }: RequestInit): string => new Headers(headers).get("svix-id")!

/** One event is delivered to every runner at once, and again afterwards. */
export const deliveredOften = async (fleet: Fleet): Promise<void> => {
  await fleet.killAt([])
  const delivery = await deliveryFor(fleet, "twice@example.com")
  const handled = fleet.prints(`handled ${idOf(delivery)}`)
  const deliver = (url: string) => fetch(`${url}/webhooks`, delivery)

  const responses = await Promise.all(fleet.urls().map(deliver))
  await handled
  const again = await deliver(fleet.urls()[0]!)

  assert.deepStrictEqual([...responses, again].map(({ status }) => status), [204, 204, 204, 204])
  assert.strictEqual(await fleet.emails(`tips ${idOf(delivery)}`), 1)
}

/** The runner that handles a delivery is killed before or after the platform receives its request. */
export const killedAfterReceipt = async (fleet: Fleet, when: "before" | "after"): Promise<void> => {
  const address = `${when}@example.com`
  const delivery = await deliveryFor(fleet, address)
  const handled = fleet.prints(`handled ${idOf(delivery)}`)
  await fleet.killAt([{ method: "POST", path: "/emails/send-email", when }])

  const { status } = await fleet.ask("/webhooks", delivery)
  await handled

  assert.strictEqual(status, 204)
  assert.deepStrictEqual(fleet.killsLeft(), [])
  assert.strictEqual(await fleet.emails(`tips ${idOf(delivery)}`), 1)
}
