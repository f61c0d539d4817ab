import { assert, describe, it } from "@effect/vitest"
import { FailureBoundary, useClient, useUser } from "../../react/index.ts"
import { inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { show, shows } from "./support/rendered.tsx"

const other = "22222222-2222-4222-8222-222222222222"

const Shown = ({ projectId }: { readonly projectId: string }) => useUser({ projectIdMustMatch: projectId })?.displayName

const Called = ({ projectId }: { readonly projectId: string }) => {
  useClient({ projectIdMustMatch: projectId })
  return "matches"
}

describe("projectIdMustMatch", () => {
  it("useUser and useClient return their value below the provider of their project, without another request", async () => {
    const platform = await inProcessEmulator()
    const { projectId } = platform.emulator.project
    const layer = await platform.signedIn()

    show(layer, [<Shown key="1" projectId={projectId} />, <Called key="2" projectId={projectId} />])

    await shows("Adamatches")
    assert.deepStrictEqual(platform.requests(), ["GET /users/me"])
  })

  it.each([["useUser", Shown], ["useClient", Called]])(
    "%s throws InvalidConfiguration below the provider of another project",
    async (_, Component) => {
      const platform = await inProcessEmulator()
      show(
        await platform.signedIn(),
        <FailureBoundary failed={({ error }) => (error as Error).message}>
          <Component projectId={other} />
        </FailureBoundary>
      )

      await shows(
        `projectIdMustMatch is "${other}", but the provider's project is "${platform.emulator.project.projectId}". `
          + "Render the component below the LatchkeyProvider of its project."
      )
      assert.deepStrictEqual(platform.requests(), [])
    }
  )
})
