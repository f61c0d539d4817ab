/** The package for Next.js, with the names of the platform's public docs that `examples/migration/before/next` uses. */
import type { ReactNode } from "react"
import { StackClientApp } from "../apps.ts"
import type { Options } from "../requests.ts"
import { cookieName, tokensIn } from "./cookie.ts"
import { Handler, Provider } from "./pages.tsx"

export { UserButton, useStackApp, useUser } from "./pages.tsx"

const options = {
  projectId: process.env["NEXT_PUBLIC_STACK_PROJECT_ID"],
  publishableClientKey: process.env["NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"],
  baseUrl: process.env["NEXT_PUBLIC_STACK_API_URL"]
}

/** Options that the server passes to the browser. */
export type Passed = Pick<Options, "urls"> & typeof options

/** The app object of a server, which reads the session of a request. */
export class StackServerApp {
  readonly passed: Passed
  constructor({ urls = {} }: Options) {
    this.passed = { ...options, urls }
  }

  async getUser(given: { readonly or?: "redirect" } = {}) {
    // a static import would fail in the browser, which loads this module too
    const { cookies } = await import("next/headers.js")
    const { redirect } = await import("next/navigation.js")
    const { projectId, urls } = this.passed
    const session = (await cookies()).get(cookieName(projectId ?? ""))?.value
    const app = new StackClientApp({ ...this.passed, tokenStore: tokensIn(session) })
    const user = await app.getUser()
    if (user === null && given.or === "redirect") redirect(urls?.["signIn"] ?? app.urls.signIn)
    return user
  }
}

interface Given {
  readonly app: StackServerApp
}

export const StackProvider = ({ app, children }: Given & { readonly children: ReactNode }) => (
  <Provider passed={app.passed}>{children}</Provider>
)

export const StackTheme = ({ children }: { readonly children: ReactNode }) => children

export const StackHandler = async ({ routeProps }: Given & {
  readonly fullPage: boolean
  readonly routeProps: { readonly params: Promise<{ readonly stack: ReadonlyArray<string> }> }
}) => <Handler page={(await routeProps.params).stack.join("/")} />
