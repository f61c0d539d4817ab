/** People in front of a site, whose browser has nothing to complain of. */
import type { BrowserContext, Page } from "playwright-core"
import { assert, onTestFinished } from "vitest"
import { createClient, requestStore } from "../../src/promise.ts"
import type { Site } from "./site.ts"

/** Who signs in with a password. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** Opens a page. The test fails when an error or a warning is on its console; that a request was refused is neither. */
export const visit = async (at: Site, path: string, options: {
  readonly context?: BrowserContext
  /** Who is signed in when the page loads, by the cookies that a sign-in leaves. */
  readonly as?: Person
  /** What the page warns of because it should. @default nothing */
  readonly warned?: ReadonlyArray<string>
  /** Before the page loads. */
  readonly prepare?: (page: Page) => Promise<unknown>
} = {}): Promise<Page> => {
  const complaints: Array<string> = []
  const context = options.context ?? await at.context()
  const watch = (page: Page) => {
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      const isComplaint = message.type() === "error" || message.type() === "warning"
      if (isComplaint && !message.text().startsWith("Failed to load resource")) complaints.push(message.text())
    })
  }
  context.on("page", watch)
  onTestFinished(() => void context.off("page", watch))
  onTestFinished(() => assert.deepStrictEqual(complaints, options.warned ?? []))
  if (options.as !== undefined) await signInBrowser(at, context, options.as)
  return at.open(path, context, options.prepare)
}

/** Gives a browser the cookies of somebody's new session, as a server would that signs them in. */
export const signInBrowser = async (at: Site, context: BrowserContext, person: Person): Promise<void> => {
  const session = requestStore({ headers: {}, url: at.url })
  await using client = createClient({
    projectId: at.platform.project.id,
    publishableClientKey: at.platform.project.publishableClientKey,
    baseUrl: at.platform.baseUrl,
    tokenStore: session.layer
  })
  await client.signIn.withPassword(person)
  await context.addCookies(
    session.setCookies().map((cookie) => {
      const [pair = ""] = cookie.split(";")
      const equals = pair.indexOf("=")
      return { name: pair.slice(0, equals), value: pair.slice(equals + 1), url: at.url }
    })
  )
}
