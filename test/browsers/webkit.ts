/** WebKitGTK through the W3C WebDriver protocol, on a virtual display. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { stepMillis } from "../support/suite/hangMillis.ts"
import { type Browser, button, field, holdsOther, type Page, until } from "./Page.ts"

/** Key of an element reference in the protocol. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

type Element = { readonly [elementKey]: string }

/** Sends a command and returns its value. */
type Send = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<unknown>

const sendTo = (base: string): Send => async (method, path, body) => {
  const response = await fetch(base + path, {
    method,
    ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(stepMillis)
  })
  const { value } = await response.json() as { readonly value: unknown }
  if (!response.ok) {
    const { error, message } = value as { readonly error: string; readonly message: string }
    throw new Error(`${error}: ${message}`)
  }
  return value
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/**
 * Reads the number of the display that Xvfb has chosen. Xvfb writes it in several chunks, and exits if the last one is
 * not read.
 */
const display = async (xvfb: ChildProcess): Promise<string> => {
  let output = ""
  for await (const chunk of xvfb.stdio[3] as NodeJS.ReadableStream) {
    output += String(chunk)
    if (output.endsWith("\n")) return `:${output.trim()}`
  }
  throw new Error("Xvfb exited before it had a display")
}

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once("exit", resolve).kill())

/** Starts WebKitGTK with its driver and display. Each page is a session, and only one can exist at a time. */
export const startWebkit = async (
  programs: { readonly driver: string; readonly xvfb: string; readonly browser: string }
): Promise<Browser> => {
  const home = mkdtempSync(path.join(tmpdir(), "latchkey-webkit-"))
  const started: Array<ChildProcess> = []
  const close = async () => {
    for (const child of started.toReversed()) await ended(child)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const xvfb = spawn(programs.xvfb, ["-displayfd", "3", "-nolisten", "tcp", "-screen", "0", "1280x900x24"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"]
    })
    started.push(xvfb)
    const env = {
      PATH: process.env["PATH"],
      LANG: "C.UTF-8",
      HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: await display(xvfb),
      // no hardware rendering, and possibly no D-Bus
      LIBGL_ALWAYS_SOFTWARE: "1",
      NO_AT_BRIDGE: "1",
      GIO_USE_VFS: "local",
      GSETTINGS_BACKEND: "memory"
    }
    const port = await freePort()
    started.push(spawn(programs.driver, [`--port=${port}`, "--host=127.0.0.1"], { env, stdio: "ignore" }))
    const send = sendTo(`http://127.0.0.1:${port}`)
    await until("WebKitWebDriver listens", () => send("GET", "/status"))
    const begin = async (cookies: boolean) => {
      // requests to all hosts except loopback use a proxy that doesn't exist
      const args = ["--automation", "--proxy=http://127.0.0.1:9", "--ignore-host=localhost", "--ignore-host=127.0.0.1"]
      const { capabilities, sessionId } = await send("POST", "/session", {
        capabilities: {
          alwaysMatch: {
            "webkitgtk:browserOptions": {
              binary: programs.browser,
              args: cookies ? args : [...args, "--cookies-policy=never"]
            }
          }
        }
      }) as { readonly sessionId: string; readonly capabilities: { readonly browserVersion: string } }
      return { session: `/session/${sessionId}`, version: capabilities.browserVersion }
    }
    const first = await begin(true)
    await send("DELETE", first.session)
    return {
      version: `WebKitGTK ${first.version}`,
      open: async ({ cookies }) => {
        const { session } = await begin(cookies)
        const inSession: Send = (method, path, body) => send(method, session + path, body)
        const page = pageOf(inSession, await inSession("GET", "/window") as string)
        return { ...page, [Symbol.asyncDispose]: () => send("DELETE", session).then(() => {}) }
      },
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs concurrent functions one after another. */
const oneByOne = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <A>(run: () => Promise<A>): Promise<A> => {
    const result = last.then(run)
    last = result.catch(() => {})
    return result
  }
}

const pageOf = (send: Send, handle: string, inTurn = oneByOne()): Page => {
  /** Switches to the tab's window before each command. */
  const inWindow: Send = (method, path, body) =>
    inTurn(async () => {
      await send("POST", "/window", { handle })
      return send(method, path, body)
    })
  const run = (does: Function, args: ReadonlyArray<unknown>) =>
    inWindow("POST", "/execute/sync", { script: `return (${does})(...arguments)`, args })
  /** Performs an action on an element until it succeeds. Finds the element again if the page has replaced it. */
  const toElement = (find: (name: string) => object | null, name: string, act: (at: string) => Promise<boolean>) =>
    until(`${find.name} "${name}"`, async () => {
      const element = await run(find, [name]) as Element | null
      if (element === null) return false
      return act(`/element/${element[elementKey]}`)
    })
  return {
    goto: async (url) => void await inWindow("POST", "/url", { url }),
    reload: async () => void await inWindow("POST", "/refresh"),
    back: async () => void await run(() => history.back(), []),
    evaluate: <Args extends ReadonlyArray<unknown>, A>(does: (...args: Args) => A, ...args: Args) =>
      run(does, args) as Promise<A>,
    fill: async (label, text) => {
      await toElement(field, label, async (at) => {
        await inWindow("POST", `${at}/clear`)
        await inWindow("POST", `${at}/value`, { text })
        return await run(holdsOther, [label, text]) === false
      })
    },
    click: async (name) => {
      await toElement(button, name, async (at) => await inWindow("POST", `${at}/click`) === null)
    },
    newTab: async () => {
      const { handle } = await inWindow("POST", "/window/new", { type: "tab" }) as { readonly handle: string }
      return pageOf(send, handle, inTurn)
    }
  }
}
