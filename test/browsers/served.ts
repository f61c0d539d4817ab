/** A site of one page and its scripts. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** Serves the page for every path without a script, until it is disposed. */
export const served = async (page: string, scripts: ReadonlyMap<string, string | Buffer>) => {
  const server = createServer(({ url = "/" }, response) => {
    const script = scripts.get(url)
    response.writeHead(200, { "content-type": script === undefined ? "text/html; charset=utf-8" : "text/javascript" })
    response.end(script ?? page)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
