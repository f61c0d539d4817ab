/**
 * Opens a site's first page in jsdom, from a server of its files: `node site.mjs <folder>`. Prints the page's first
 * paragraph as soon as it contains the greeting, or after `stepMillis`.
 */
import { JSDOM, VirtualConsole } from "jsdom"
import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import * as path from "node:path"
import { stepMillis } from "../support/suite/hangMillis.ts"
import { fetch } from "./platform.mjs"

const folder = process.argv[2]

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".txt": "text/x-component" }

const server = createServer(({ url }, response) => {
  const { pathname } = new URL(url, "http://localhost")
  const file = path.join(folder, pathname === "/" ? "index.html" : pathname)
  if (!existsSync(file)) return response.writeHead(404).end()
  response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" })
  response.end(readFileSync(file))
}).listen(0, "127.0.0.1")
await new Promise((resolve) => server.once("listening", resolve))

/** Globals of browsers that jsdom lacks. */
const lacking = ["Headers", "ReadableStream", "Request", "Response", "TextDecoder", "TextEncoder", "TransformStream"]

const virtualConsole = new VirtualConsole()
virtualConsole.on("jsdomError", (error) => console.error(error))
virtualConsole.forwardTo(console, { jsdomErrors: "none" })

const origin = `http://127.0.0.1:${server.address().port}`
const { window } = await JSDOM.fromURL(`${origin}/`, {
  runScripts: "dangerously",
  resources: "usable",
  pretendToBeVisual: true,
  virtualConsole,
  beforeParse: (window) => {
    window.fetch = (url, init) =>
      String(url).startsWith("https://platform.test/")
        ? fetch(url, init)
        : globalThis.fetch(new URL(url, origin), { headers: init?.headers })
    for (const name of lacking) window[name] ??= globalThis[name]
  }
})

const greeting = () => window.document.querySelector("p")?.textContent ?? ""
const { promise: greeted, resolve } = Promise.withResolvers()
const observer = new window.MutationObserver(() => greeting().startsWith("Hello") && resolve())
observer.observe(window.document, { childList: true, subtree: true, characterData: true })
const patience = setTimeout(resolve, stepMillis)
if (!greeting().startsWith("Hello")) await greeted
clearTimeout(patience)
observer.disconnect()
console.log(greeting())
window.close()
server.closeAllConnections()
server.close()
