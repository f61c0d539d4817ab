/** Firefox through WebDriver BiDi, with puppeteer. */
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../bench/dist.ts"
import { type Browser, button, field, holdsOther, type Page, until } from "./Page.ts"

const version = "25.16.0"

/** The parts of puppeteer that are used. It is installed when needed, because the package doesn't depend on it. */
interface Puppeteer {
  readonly launch: (options: {
    readonly browser: "firefox"
    readonly executablePath: string
    readonly headless: true
    readonly extraPrefsFirefox: { readonly [name: string]: string | number | boolean }
  }) => Promise<{
    readonly version: () => Promise<string>
    readonly createBrowserContext: () => Promise<Context>
    readonly close: () => Promise<void>
  }>
}

interface Context {
  readonly newPage: () => Promise<Tab>
  readonly close: () => Promise<void>
}

interface Tab {
  readonly goto: (url: string) => Promise<unknown>
  readonly reload: () => Promise<unknown>
  readonly evaluate: (does: Function, ...args: ReadonlyArray<unknown>) => Promise<unknown>
  readonly evaluateHandle: (does: Function, ...args: ReadonlyArray<unknown>) => Promise<{
    readonly asElement: () => Element | null
  }>
}

interface Element {
  readonly click: (options?: { readonly count: number }) => Promise<void>
  readonly type: (text: string) => Promise<void>
}

const installed = async (): Promise<Puppeteer> => {
  const folder = path.join(root, "node_modules/.cache/latchkey/browsers")
  mkdirSync(folder, { recursive: true })
  const dependencies = { "puppeteer-core": version }
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"],
    { cwd: folder, encoding: "utf8" }
  )
  if (status !== 0) throw new Error(stderr)
  const entry = path.join(folder, "node_modules/puppeteer-core/lib/puppeteer/puppeteer-core.js")
  return (await import(pathToFileURL(entry).href)).default
}

/** Preferences that prevent requests to other hosts. */
const quiet = {
  // requests to all hosts except loopback use a proxy that doesn't exist
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.proxy.no_proxies_on": "localhost, 127.0.0.1",
  "app.update.enabled": false,
  "app.normandy.enabled": false,
  "browser.region.network.url": "",
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.search.update": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "media.gmp-manager.updateEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "network.prefetch-next": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false
}

/** Starts a Firefox that accepts cookies. A page without cookies gets a separate one. */
export const startFirefox = async (program: string): Promise<Browser> => {
  const puppeteer = await installed()
  const launch = (preferences: { readonly [name: string]: number }) =>
    puppeteer.launch({
      browser: "firefox",
      executablePath: program,
      headless: true,
      // as many cached pages as in a usual profile
      extraPrefsFirefox: { ...quiet, "browser.sessionhistory.max_total_viewers": 8, ...preferences }
    })
  const firefox = await launch({})
  return {
    version: (await firefox.version()).replace(/^firefox\//i, "Firefox "),
    open: async ({ cookies }) => {
      const opened = cookies ? firefox : await launch({ "network.cookie.cookieBehavior": 2 })
      const context = await opened.createBrowserContext()
      const page = pageOf(context, await context.newPage())
      return { ...page, [Symbol.asyncDispose]: () => opened === firefox ? context.close() : opened.close() }
    },
    close: () => firefox.close()
  }
}

const pageOf = (context: Context, tab: Tab): Page => {
  /** Performs an action on an element until it succeeds. Finds the element again if the page has replaced it. */
  const toElement = (find: Function, name: string, act: (element: Element) => Promise<boolean>) =>
    until(`${find.name} "${name}"`, async () => {
      const element = (await tab.evaluateHandle(find, name)).asElement()
      if (element === null) return false
      return act(element)
    })
  return {
    goto: async (url) => void await tab.goto(url),
    reload: async () => void await tab.reload(),
    // puppeteer would wait for a load event, which a cached page doesn't cause
    back: async () => void await tab.evaluate(() => history.back()),
    evaluate: <Args extends ReadonlyArray<unknown>, A>(does: (...args: Args) => A, ...args: Args) =>
      tab.evaluate(does, ...args) as Promise<A>,
    fill: async (label, text) => {
      await toElement(field, label, async (element) => {
        // three clicks select the text, which is then replaced
        await element.click({ count: 3 })
        await element.type(text)
        return await tab.evaluate(holdsOther, label, text) === false
      })
    },
    click: async (name) => void await toElement(button, name, (element) => element.click().then(() => true)),
    newTab: async () => pageOf(context, await context.newPage())
  }
}
