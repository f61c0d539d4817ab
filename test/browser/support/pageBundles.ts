/** Bundles the pages of `test/browser/pages`, once per run for all workers. Vitest's global setup. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { TestProject } from "vitest/node"
import { bundle } from "./bundle.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the bundle server on loopback. A browser that opens the URL gets an empty page. */
    readonly pages: string
  }
}

export default async ({ provide }: TestProject) => {
  const made = new Map<string, Promise<string>>()
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      return void response.setHeader("content-type", "text/html").end("<title>Empty</title>")
    }
    const requested = Buffer.concat(await request.toArray()).toString()
    const files = made.get(requested) ?? bundle(JSON.parse(requested)).then((files) => JSON.stringify(files))
    made.set(requested, files)
    files.then((text) => response.end(text), (error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  provide("pages", `http://localhost:${(server.address() as AddressInfo).port}`)
  return () => server.close()
}
