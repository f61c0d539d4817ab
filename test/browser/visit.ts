/** People in front of a site, whose browser has nothing to complain of. */
import type { BrowserContext, Page } from "playwright-core"
import { assert, onTestFinished } from "vitest"
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
  const context = options.context ?? await at.context()
  complainsOf(context, options.warned)
  if (options.as !== undefined) await signInBrowser(at, context, options.as)
  return at.open(path, context, options.prepare)
}

/** Of an error that is printed, what it says. */
const withoutStack = (text: string): string => text.replace(/(?:\n {4}at [^\n]*?)+(?= The above|$)/, "")

/** The test fails when a page that is opened from now on complains of anything else. */
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

/** Gives a browser the cookies of somebody's new session, as a sign-in would. */
export const signInBrowser = async (at: Site, context: BrowserContext, { email }: Person): Promise<void> =>
  context.addCookies(await at.platform.sessions.cookies({ user: email, url: at.url }))
