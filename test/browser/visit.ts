/** Opens pages of a site that must not write to the console. */
import type { BrowserContext, Page } from "playwright-core"
import { assert, onTestFinished } from "vitest"
import type { Site } from "./site.ts"

/** A user with a password. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** Opens a page. The test fails if the console shows an error or a warning, except for failed requests. */
export const visit = async (at: Site, path: string, options: {
  readonly context?: BrowserContext
  /** The user whose cookies are set before the page loads. */
  readonly as?: Person
  /** Expected warnings of the page. @default none */
  readonly warned?: ReadonlyArray<string>
  /** Called before the page loads. */
  readonly prepare?: (page: Page) => Promise<unknown>
} = {}): Promise<Page> => {
  const context = options.context ?? await at.context()
  complainsOf(context, options.warned)
  if (options.as !== undefined) await signInBrowser(at, context, options.as)
  return at.open(path, context, options.prepare)
}

/** Returns the message of a printed error. */
const withoutStack = (text: string): string => text.replace(/(?:\n {4}at [^\n]*?)+(?= The above|$)/, "")

/** Makes the test fail if a page that is opened later writes any other message. */
export const complainsOf = (context: BrowserContext, warned: ReadonlyArray<string> = []): void => {
  const complaints: Array<string> = []
  const watch = (page: Page) => {
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      const isComplaint = message.type() === "error" || message.type() === "warning"
      if (isComplaint && !message.text().startsWith("Failed to load resource")) {
        complaints.push(withoutStack(message.text()))
      }
    })
  }
  context.on("page", watch)
  onTestFinished(() => void context.off("page", watch))
  onTestFinished(() => assert.deepStrictEqual(complaints, warned))
}

/** Sets the cookies of a new session of a user in a browser. */
export const signInBrowser = async (at: Site, context: BrowserContext, { email }: Person): Promise<void> =>
  context.addCookies(await at.platform.sessions.cookies({ user: email, url: at.url }))
