/** Messages that developers see before they have set up an app. */
import { fireEvent, screen, waitFor } from "@testing-library/react"
import type { ReactNode } from "react"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import {
  LatchkeyProvider,
  type LatchkeyProviderProps,
  read,
  usePermission,
  useProject,
  useRead,
  useUser
} from "../../react/index.ts"
import { LatchkeyHandler } from "../../react/screens/index.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import { NotSignedIn } from "../../src/errors/index.ts"
import { inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { Boundary, render, text } from "./support/rendered.tsx"

const projectId = "1c0a1c6e-4b5e-4f35-9d0f-3a1f0d1a7c11"

describe("a page whose emulator isn't running", () => {
  it("a page without a running emulator shows an error after the first attempt, and offers a retry", async () => {
    const requests: Array<string> = []
    const fetch = async (url: string) => {
      requests.push(new URL(url).pathname)
      throw new TypeError("Failed to fetch")
    }
    history.replaceState(null, "", "/handler/sign-in")
    render(
      <LatchkeyProvider project={{ projectId, baseUrl: "http://127.0.0.1:8199", fetch }}>
        <LatchkeyHandler />
      </LatchkeyProvider>
    )

    const alert = await screen.findByRole("alert")
    await waitFor(() => screen.getByRole("button", { name: "Try again" }))

    assert.match(
      alert.textContent,
      /^Nothing listens at http:\/\/127\.0\.0\.1:8199, or the browser isn't allowed to reach it\. Is the emulator running\? npx latchkey emulator\./
    )
    // requests of one attempt and the health checks
    assert.deepStrictEqual(requests, ["/api/v1/projects/current", "/api/v1", "/health"])
  })
})

type Fetch = (url: string, init?: any) => Promise<Response>

/** Sends requests for the emulator's default address to another address. */
const redirected = (fetch: Fetch, baseUrl: string): Fetch => (url, init) =>
  fetch(url.replace("http://127.0.0.1:8199", baseUrl), init)

describe("a provider outside the app's error boundaries", () => {
  const Name = () => useUser()?.displayName ?? "signed out"

  const Broken = ({ error }: { readonly error: Error }): ReactNode => {
    throw error
  }

  const misconfigured = (children: ReactNode, props?: Pick<LatchkeyProviderProps, "failed">) => (
    <LatchkeyProvider {...props} project={{}}>{children}</LatchkeyProvider>
  )

  beforeEach(() => {
    for (const name of Object.keys(process.env)) if (/STACK|HEXCLAVE/.test(name)) vi.stubEnv(name, undefined)
  })

  afterEach(() => {
    vi.unstubAllEnvs()
    document.documentElement.lang = ""
  })

  it("a provider outside any error boundary names the missing setting in development, and the environment variable for this bundler", async () => {
    render(misconfigured(<Name />))

    const alert = await screen.findByRole("alert")

    assert.match(
      alert.textContent,
      /^projectId is missing\. .* in the environment as VITE_HEXCLAVE_PROJECT_ID\.Causes and fixes.*FailureBoundary.*Try again$/
    )
    assert.match(
      screen.getByRole<HTMLAnchorElement>("link", { name: "Causes and fixes" }).href,
      /\/InvalidConfiguration$/
    )
  })

  it("in development, a provider reports that nothing listens at the URL, or that the project rejects the key", async () => {
    const Project = () => useProject().displayName
    const { emulator } = await inProcessEmulator()
    const { baseUrl, project } = emulator
    const problems = [
      [
        async () => {
          throw new TypeError("Failed to fetch")
        },
        project.publishableClientKey,
        /^Nothing listens at http:\S+, or .* Is the emulator running\? npx latchkey emulator\..*Try again$/
      ],
      [emulator.fetch, "pck_of_another_project", /publishable client key.*Try again$/]
    ] as const
    for (const [fetch, publishableClientKey, expected] of problems) {
      const { unmount } = render(
        <LatchkeyProvider
          project={{
            projectId: project.projectId,
            publishableClientKey,
            baseUrl: "http://127.0.0.1:8199",
            fetch: redirected(fetch, baseUrl)
          }}
        >
          <Project />
        </LatchkeyProvider>
      )

      const alert = await screen.findByRole("alert")
      assert.match(alert.textContent, expected)
      unmount()
    }
  })

  it("a provider shows errors of the platform and of a hook's arguments if no boundary catches them", async () => {
    const { signedIn } = await inProcessEmulator()
    const Permission = () => String(usePermission("read", { teamId: "none" }))
    const Missing = () => useRead(read("a team", Teams.get({ teamId: projectId }))).displayName
    for (const [Page, expected] of [[Permission, /^Nothing was sent/], [Missing, /team/i]] as const) {
      const { unmount } = render(
        <LatchkeyProvider layer={await signedIn()}>
          <Page />
        </LatchkeyProvider>
      )

      const alert = await screen.findByRole("alert")
      assert.match(alert.textContent, expected)
      unmount()
    }
  })

  it.each([
    ["", "This page can't be shown right now.Try again"],
    ["fr", "This page can't be shown right now.Try again"],
    ["de-AT", "Diese Seite kann gerade nicht angezeigt werden.Noch einmal versuchen"],
    ["ar", "لا يمكن عرض هذه الصفحة الآن.إعادة المحاولة"]
  ])("a provider shows a short message in production in the language of the page, %j", async (language, expected) => {
    vi.stubEnv("NODE_ENV", "production")
    document.documentElement.lang = language
    render(misconfigured(<Name />))

    const alert = await screen.findByRole("alert")

    assert.strictEqual(alert.textContent, expected)
  })

  it("a provider shows the page once the failed read succeeds", async () => {
    const { emulator } = await inProcessEmulator()
    let isLost = true
    const fetch: typeof emulator.fetch = async (url, init) => {
      if (isLost) throw new TypeError("Failed to fetch")
      return emulator.fetch(url, init)
    }
    const Project = () => useProject().displayName
    const { projectId, publishableClientKey } = emulator.project
    const project = { projectId, publishableClientKey, baseUrl: emulator.baseUrl, fetch, retryPolicy: { attempts: 1 } }
    render(
      <LatchkeyProvider project={project}>
        <Project />
      </LatchkeyProvider>
    )

    const again = await screen.findByRole("button", { name: "Try again" })
    isLost = false
    fireEvent.click(again)

    await waitFor(() => assert.strictEqual(text(), "My app"))
  })

  it("a provider passes all other errors, and NotSignedIn, on to the error boundaries above", async () => {
    for (const error of [new Error("the app's own"), new NotSignedIn({ call: "useUser" })]) {
      const { unmount } = render(<Boundary>{misconfigured(<Broken error={error} />)}</Boundary>)

      await waitFor(() => assert.strictEqual(text(), error.message))
      unmount()
    }
  })

  it("a provider leaves every error to an error boundary inside the provider, and with failed={null} to the boundaries above the provider", async () => {
    const nearer = render(misconfigured(
      <Boundary>
        <Name />
      </Boundary>
    ))
    await waitFor(() => assert.match(text(), /^projectId is missing\..*\.$/))
    nearer.unmount()

    render(<Boundary>{misconfigured(<Name />, { failed: null })}</Boundary>)

    await waitFor(() => assert.match(text(), /^projectId is missing\..*\.$/))
  })

  it("a provider shows the app's own error view", async () => {
    render(misconfigured(<Name />, { failed: () => "Out of order" }))

    await waitFor(() => assert.strictEqual(text(), "Out of order"))
  })
})
