/** Opens pages of a site that must not write to the console. */
import { setTimeout as delay } from "node:timers/promises"
import type { BrowserContext, Page } from "playwright-core"
import { assert, onTestFinished } from "vitest"
import { stepMillis } from "../support/suite/hangMillis.ts"
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

/**
 * Makes the test fail if a page that is opened later writes any other message. A test that passes waits for the
 * expected messages, because the browser sends them after the change that they report.
 */
export const complainsOf = (context: BrowserContext, warned: ReadonlyArray<string> = []): void => {
  const complaints: Array<string> = []
  let complain = () => {}
  /** Resolves when the pages have written as many messages as the test expects. */
  const complained = new Promise<void>((resolve) => {
    complain = () => {
      if (complaints.length >= warned.length) resolve()
    }
  })
  complain()
  const note = (complaint: string) => {
    complaints.push(complaint)
    complain()
  }
  const watch = (page: Page) => {
    page.on("pageerror", (error) => note(error.message))
    page.on("console", (message) => {
      const isComplaint = message.type() === "error" || message.type() === "warning"
      if (isComplaint && !message.text().startsWith("Failed to load resource")) {
        note(withoutStack(message.text()))
      }
    })
  }
  context.on("page", watch)
  onTestFinished(() => void context.off("page", watch))
  onTestFinished(async ({ task }) => {
    // if a message never arrives, the test fails with the messages that did arrive
    if (task.result?.state !== "fail") await Promise.race([complained, delay(stepMillis, undefined, { ref: false })])
    assert.deepStrictEqual(complaints, warned)
  })
}

/** Sets the cookies of a new session of a user in a browser. */
export const signInBrowser = async (at: Site, context: BrowserContext, { email }: Person): Promise<void> =>
  context.addCookies(await at.platform.sessions.cookies({ user: email, url: at.url }))
