import { assert, describe, it } from "@effect/vitest"
import { StrictMode } from "react"
import { renderToReadableStream, renderToString } from "react-dom/server"
import { LatchkeyProvider } from "../../../react/index.ts"
import { ar, Language, LatchkeyHandler } from "../../../react/screens/index.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"

const page = async (path: string) => {
  const { client } = await inProcessEmulator()
  return (
    <StrictMode>
      <LatchkeyProvider layer={client()}>
        <LatchkeyHandler path={path} />
      </LatchkeyProvider>
    </StrictMode>
  )
}

/** Returns the HTML of a server that waits until all data is known. */
const whole = async (path: string) => {
  const problems: Array<unknown> = []
  const stream = await renderToReadableStream(await page(path), { onError: (error) => void problems.push(error) })
  await stream.allReady
  const html = await new Response(stream).text()
  assert.deepStrictEqual(problems, [])
  return html
}

/** Headings of the pages that a server renders, before scripts run. */
const headings: { readonly [route: string]: string } = {
  "sign-in": "Sign in to My app",
  "sign-up": "Create your My app account",
  "sign-out": "You are not signed in",
  "email-verification": "Verifying your email …",
  "password-reset": "One moment …",
  "forgot-password": "Reset your password",
  "oauth-callback": "Signing you in …",
  "magic-link-callback": "Signing you in …",
  "account-settings": "One moment …",
  "error": "Something went wrong",
  "team-invitation": "Team invitation",
  mfa: "Multi-factor authentication",
  confirm: "Confirm it&#x27;s you",
  "cli-auth-confirm": "Sign in to a command line tool",
  "agent-auth-confirm": "Let an agent use your account",
  "nothing": "Page not found"
}

describe("rendering on a server", () => {
  it.each(Object.entries(headings))(
    "the server renders the screen %s completely and without an error",
    async (route, heading) => {
      const html = await whole(`/handler/${route}`)

      assert.include(html, heading)
      assert.include(html, "<main")
    }
  )

  it.each(Object.keys(headings))(
    "the server renders a placeholder for the screen %s if it doesn't wait for data",
    async (route) => {
      const html = renderToString(await page(`/handler/${route}`))

      assert.include(html, "<main")
    }
  )

  it("the server renders the screens in the given language and direction", async () => {
    const { client } = await inProcessEmulator()

    const html = renderToString(
      <LatchkeyProvider layer={client()}>
        <Language texts={ar}>
          <LatchkeyHandler path="/handler/nothing" />
        </Language>
      </LatchkeyProvider>
    )

    assert.include(html, "lang=\"ar\" dir=\"rtl\"")
    assert.include(html, ar.error!.notFound!)
  })
})
