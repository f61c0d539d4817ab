import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { useAction } from "../../react/index.ts"
import { useMetadata, useTeamMetadata } from "../../react/metadata.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import { Metadata } from "../../src/metadata/index.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { render, shows, tree } from "./support/rendered.tsx"

const preferences = Metadata.define({ client: Schema.Struct({ theme: Schema.Literals(["light", "dark"]) }) })

const Theme = () => {
  const metadata = useMetadata(preferences)
  const { run } = useAction(() => Metadata.currentUser.update(preferences, { client: { theme: "dark" } }))
  return (
    <button onClick={() => void run()}>
      {metadata === null ? "signed out" : metadata.error?.issues[0]?.path ?? metadata.data?.client?.theme ?? "none"}
    </button>
  )
}

const TeamTheme = ({ teamId }: { readonly teamId: string | null }) => (
  <span>{useTeamMetadata(preferences, teamId)?.data?.client?.theme ?? "none"}</span>
)

describe("hooks of metadata", () => {
  it("useMetadata returns the user's metadata, and the changed metadata after an update", async () => {
    const emulated = await inProcessEmulator({ users: [ada] })
    render(tree(await emulated.signedIn(), <Theme />))
    await shows("none")

    document.querySelector("button")!.click()

    await shows("dark")
  })

  it("N15: useMetadata returns the error for invalid metadata, and the page stays on screen", async () => {
    const emulated = await inProcessEmulator({ users: [ada] })
    const layer = await emulated.signedIn()
    await Effect.runPromise(Effect.provide(Users.updateMe({ clientMetadata: { theme: "blue" } }), layer))

    render(tree(layer, <Theme />))

    await shows("theme")
  })

  it("useMetadata returns null when signed out, without a request", async () => {
    const emulated = await inProcessEmulator({ users: [ada] })

    render(tree(emulated.client(), <Theme />))

    await shows("signed out")
    assert.deepStrictEqual(emulated.requests(), [])
  })

  it("useTeamMetadata returns the metadata of a team, and null without a team id", async () => {
    const emulated = await inProcessEmulator({ users: [ada], config: { clientTeamCreationEnabled: true } })
    const layer = await emulated.signedIn()
    const { id } = await Effect.runPromise(Effect.provide(
      Teams.create({ displayName: "Readers", creatorUserId: "me", clientMetadata: { theme: "dark" } }),
      layer
    ))

    render(tree(
      layer,
      <p>
        <TeamTheme teamId={id} /> <TeamTheme teamId={null} />
      </p>
    ))

    await shows("dark none")
  })
})
