/** A web site on loopback, with pages that run a script of `test/browser/pages`, and an emulator next to it. */
import * as Redacted from "effect/Redacted"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from "vitest"
import { type RunningEmulator, type Seed, type ServeOptions, startEmulator } from "../../src/emulator/index.ts"
import { emptyContext, newContext, newPage } from "./support/browser.ts"
import type { Script } from "./support/bundle.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const screenshots = path.join(root, "test", "browser", ".screenshots")

/** The script's `project`: options for `createClient` or `LatchkeyProvider`. */
export interface SiteProject {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly baseUrl: string
}

export type SiteOptions =
  & Seed
  & Pick<ServeOptions, "pages" | "control">
  & ({
    /** The script, a file of `test/browser/pages`. */
    readonly page: string
    /**
     * Whether dynamic imports are separate files. A single file takes one request. In a single file, however, esbuild
     * may omit code that runs when a module without side effects loads. Scripts that create instances of their classes
     * on load need separate files.
     *
     * @default false
     */
    readonly chunks?: boolean
    /**
     * The build of React. The development build shows warnings, and runs effects twice under StrictMode. With the
     * production build, loading a page takes an eighth less CPU time, and typing takes half the time.
     *
     * @default development
     */
    readonly build?: Script["build"]
    /** Handles a request instead of the site. Returns `true` if it has handled the request. */
    readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean
    /** The document's body before the script runs. @default an empty `#app` */
    readonly render?: (request: IncomingMessage, project: SiteProject) => Promise<string>
    readonly serve?: never
  } | {
    /** Serves a site that doesn't use a script of `pages`. */
    readonly serve: (project: SiteProject) => Promise<Served>
    readonly page?: never
    readonly chunks?: never
    readonly build?: never
    readonly answer?: never
    readonly render?: never
  })

/** A running site, started before the tests of its file or `describe`. */
export interface Site {
  /** `http://localhost:…`: a secure context with a host name, so passkeys work. */
  readonly url: string
  readonly platform: RunningEmulator
  /** A browser context without cookies of other tests. */
  readonly context: () => Promise<BrowserContext>
  /** Opens another context, for irreversible changes. It is closed at the end of the test. */
  readonly newContext: typeof newContext
  /** Opens a path, by default in {@link Site.context}. A failing test saves a screenshot of the page. */
  readonly open: (
    at?: string,
    context?: BrowserContext,
    prepare?: (page: Page) => Promise<unknown>
  ) => Promise<Page>
}

/** Files of the script and its dependencies, by path. */
const bundled = async (script: Script): Promise<ReadonlyMap<string, Buffer>> => {
  const response = await fetch(inject("pages"), { method: "POST", body: JSON.stringify(script) })
  if (!response.ok) throw new Error(`${script.page} could not be bundled: ${await response.text()}`)
  const files = await response.json() as ReadonlyArray<readonly [path: string, text: string]>
  return new Map(files.map(([path, text]) => [path, Buffer.from(text)]))
}

/**
 * The script's URL contains the name of the page. Otherwise, a browser could use a cached script of another site,
 * because it caches scripts for an hour and ports are reused.
 */
const html = (page: string, styled: boolean, project: SiteProject, content: string) =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Latchkey in a browser</title>
${styled ? "<link rel=\"stylesheet\" href=\"/page.css\">" : ""}
${content}
<script>const project = ${JSON.stringify(project)}</script>
<script type="module" src="/page.js?${page}"></script>
`

/** A running server. */
interface Served {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves the script for every path. */
const served = async (
  script: Script,
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined,
  render: ((request: IncomingMessage, project: SiteProject) => Promise<string>) | undefined,
  project: SiteProject
): Promise<Served> => {
  const files = await bundled(script)
  const document = (content: string) => html(`${script.page}&${script.build}`, files.has("/page.css"), project, content)
  const server = createServer(async (request, response) => {
    if (answer?.(request, response) === true) return
    const file = files.get(new URL(request.url ?? "/", "http://localhost").pathname)
    const type = file === undefined
      ? "text/html; charset=utf-8"
      : request.url?.endsWith(".css")
      ? "text/css; charset=utf-8"
      : "text/javascript; charset=utf-8"
    const kept = file === undefined ? {} : { "cache-control": "max-age=3600" }
    const body = file ?? document(await render?.(request, project) ?? "<div id=\"app\"></div>")
    response.writeHead(200, { "content-type": type, ...kept }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** Declares the site of a test file. Use the returned values inside tests only. */
export const site = (options: SiteOptions): Site => {
  let platform: RunningEmulator
  let initial: string
  let running: Served

  beforeAll(async () => {
    const { answer, build = "development", chunks = false, page, render, serve, ...seed } = options
    platform = await startEmulator(seed)
    initial = await platform.state.save()
    const project = {
      projectId: platform.project.projectId,
      publishableClientKey: Redacted.value(platform.project.publishableClientKey),
      baseUrl: platform.baseUrl
    }
    running = serve === undefined
      ? await served({ page, chunks, build }, answer, render, project)
      : await serve(project)
  })

  // A retry must not depend on what the failed attempt has changed.
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return
    await platform.reset()
    await platform.state.load(initial)
    platform.clock.moveTo(new Date())
  })

  afterAll(async () => {
    await running?.close()
    await platform?.close()
  })

  const context = () => emptyContext(running.url)
  return {
    get url() {
      return running.url
    },
    get platform() {
      return platform
    },
    context,
    newContext,
    open: async (at = "/", given, prepare) => {
      const page = await newPage(given ?? await context())
      // Called before the page closes. `onTestFailed` would be called after that.
      onTestFinished(async ({ task }) => {
        if (task.result?.state !== "fail") return
        const name = `${task.file.name}-${task.name}`.replace(/[^a-z0-9]+/gi, "-").slice(-120)
        const file = path.join(screenshots, `${name}-${page.context().pages().indexOf(page)}.png`)
        await page.screenshot({ path: file }).then(() => console.error(`What the page showed: ${file}`), () => {})
      })
      await prepare?.(page)
      await page.goto(new URL(at, running.url).href)
      return page
    }
  }
}
