import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { useState } from "react"
import { Transport } from "../../../layers/call/Transport.ts"
import { layerExplicit } from "../../../layers/session/TokenStore.ts"
import { useRunEffect } from "../../../react/index.ts"
import {
  useApiKeysSection,
  useEmailsSection,
  useNotificationsSection,
  useProfileSection,
  useSessionsSection,
  useTeamMembers,
  useTeamProfile,
  useTeamSection,
  useTeamsSection,
  useTeamSwitch
} from "../../../react/parts/index.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import { contactChannels, userApiKeys } from "../../../src/flows/account/index.ts"
import { signOut } from "../../../src/flows/authentication/index.ts"
import { teams } from "../../../src/flows/teams/index.ts"
import * as Client from "../../../src/programs/Client.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { show } from "../support/rendered.tsx"
import { renderHook } from "./renderHook.ts"

const ben = { email: "ben@example.com", password: "battery staple" } as const

/** Returns an account, and a client whose writes wait to be released. */
const account = async () => {
  const platform = await inProcessEmulator({
    users: [ada, ben],
    config: { allowUserApiKeys: true, allowTeamApiKeys: true, clientTeamCreationEnabled: true }
  })
  const log: Array<string> = []
  const held: Array<() => void> = []
  let isHolding = false
  const holding = Layer.effect(
    Transport,
    Effect.map(Transport, (own) =>
      Transport.of({
        ...own,
        send: (request) => {
          const path = new URL(request.url).pathname.replace("/api/v1", "")
          if (!isHolding || request.method === "GET" || path.startsWith("/auth/oauth")) return own.send(request)
          return Effect.gen(function*() {
            log.push(`start ${request.method} ${path}`)
            yield* Effect.callback<void>((resume) => void held.push(() => resume(Effect.void)))
            return yield* own.send(request)
          }).pipe(Effect.ensuring(Effect.sync(() => log.push(`end ${request.method} ${path}`))))
        }
      }))
  ).pipe(Layer.provide(platform.transport))
  const signedIn = () =>
    Effect.runPromise(
      Effect.provide(Password.signIn({ email: ada.email, password: Redacted.make(ada.password) }), platform.client())
    )
  for (let others = 0; others < 3; others++) await signedIn()
  const tokens = await signedIn()
  const layer = Client.layerNoProject({ tokenStore: layerExplicit(tokens) }).pipe(
    Layer.provideMerge(platform.project),
    Layer.provide(holding)
  )
  const [address, team] = await Effect.runPromise(Effect.provide(
    Effect.all([
      contactChannels.add({ value: "work@example.com" }),
      teams.create({ displayName: "Readers" }),
      userApiKeys.create({ description: "first", expiresAt: null }),
      userApiKeys.create({ description: "second", expiresAt: null })
    ]),
    layer
  ))
  return {
    platform,
    layer,
    log,
    held,
    address: address.id,
    teamId: team.id,
    hold: () => {
      isHolding = true
    }
  }
}

type Account = Awaited<ReturnType<typeof account>>

const useSections = ({ teamId }: Account) => ({
  apiKeys: useApiKeysSection(),
  emails: useEmailsSection(),
  notifications: useNotificationsSection(),
  profile: useProfileSection(),
  sessions: useSessionsSection(),
  team: useTeamSection(teamId),
  teamKeys: useApiKeysSection({ teamId }),
  teamMembers: useTeamMembers(teamId),
  teamProfile: useTeamProfile(teamId),
  teams: useTeamsSection(),
  teamSwitch: useTeamSwitch(),
  run: useRunEffect()
})

type Sections = ReturnType<typeof useSections>

/** Returns a section that is ready. */
const ready = <Section extends { readonly step: string }>(section: Section) => {
  assert.strictEqual(section.step, "ready")
  return section as Section & { readonly step: "ready" }
}

/** Renders all sections, and then holds every write. */
const settings = async () => {
  const of = await account()
  const hook = await renderHook(of.layer, () => useSections(of))
  await hook.until(({ profile, run: _, ...sections }) => {
    assert.isDefined(profile.userId)
    for (const section of Object.values(sections)) assert.strictEqual(section.step, "ready")
  })
  of.hold()
  /** Releases the writes as they arrive. */
  const release = async (count: number) => {
    for (let done = 0; done < count; done++) {
      await waitFor(() => assert.isAbove(of.held.length, 0))
      of.held.shift()!()
    }
    await waitFor(() => assert.strictEqual(of.log.filter((line) => line.startsWith("end")).length, count))
  }
  return { ...of, ...hook, release }
}

/** Two changes of one thing, one right after the other. */
const changes: ReadonlyArray<
  readonly [thing: string, change: (sections: Sections, of: Account) => void, writes: readonly [string, string]]
> = [
  ["an address", ({ emails }, { address }) => {
    ready(emails).setUsedForAuth.run(address, true)
    ready(emails).setUsedForAuth.run(address, false)
  }, ["PATCH /contact-channels/me/", "PATCH /contact-channels/me/"]],
  ["an address through two buttons", ({ emails }, { address }) => {
    ready(emails).verify.run(address)
    ready(emails).remove.run(address)
  }, ["POST /contact-channels/me/", "DELETE /contact-channels/me/"]],
  ["notification preferences", ({ notifications }) => {
    for (const { canDisable, notificationCategoryId: id } of ready(notifications).preferences) {
      if (!canDisable) continue
      ready(notifications).set.run(id, false)
      ready(notifications).set.run(id, true)
      return
    }
  }, ["PATCH /emails/notification-preference/me/", "PATCH /emails/notification-preference/me/"]],
  ["the user's profile and addresses", ({ emails, profile }, { address }) => {
    profile.picture.remove()
    ready(emails).setUsedForAuth.run(address, true)
  }, ["PATCH /users/me", "PATCH /contact-channels/me/"]],
  ["the user's selected team", ({ teams, teamSwitch }, { teamId }) => {
    ready(teams).select.run(teamId)
    ready(teamSwitch).choose(null)
  }, ["PATCH /users/me", "PATCH /users/me"]],
  ["the user's API keys", ({ apiKeys }) => {
    for (const { id } of ready(apiKeys).keys) ready(apiKeys).revoke.run(id)
  }, ["PATCH /user-api-keys/", "PATCH /user-api-keys/"]],
  ["the user's sessions", ({ sessions }) => {
    const [, second, third] = ready(sessions).sessions
    ready(sessions).revoke.run(second!.id)
    ready(sessions).revoke.run(third!.id)
  }, ["DELETE /auth/sessions/", "DELETE /auth/sessions/"]],
  ["a team and the user's profile in it", ({ team, teamProfile }) => {
    ready(team).picture.remove()
    ready(teamProfile).form.submit()
  }, ["PATCH /teams/", "PATCH /team-member-profiles/"]],
  ["a team and its API keys", ({ team, teamKeys }) => {
    ready(teamKeys).create.submit()
    ready(team).rename.submit()
  }, ["POST /team-api-keys", "PATCH /teams/"]]
]

describe("two changes of one thing from one page", () => {
  it.each(changes)("N14: the second change of %s starts after the first has ended", async (_, change, writes) => {
    const page = await settings()
    ready(page.now().teamKeys).create.set("description", "of the team")
    await page.until(({ teamKeys }) => assert.strictEqual(ready(teamKeys).create.values.description, "of the team"))

    change(page.now(), page)
    await page.release(2)

    const sent = page.log.map((line) => line.replace(/[0-9a-f]{8}-.*/, ""))
    const [first, second] = writes
    assert.deepStrictEqual(sent, [`start ${first}`, `end ${first}`, `start ${second}`, `end ${second}`])
  })

  it("N14: a change is sent even if the earlier change of the same thing failed", async () => {
    const page = await settings()
    page.platform.emulator.faults.add({
      endpoint: "contactChannels.update",
      respond: () => new Response("{}", { status: 400 }),
      times: 1
    })

    const { setUsedForAuth } = ready(page.now().emails)
    setUsedForAuth.run(page.address, true)
    setUsedForAuth.run(page.address, false)
    setUsedForAuth.run(page.address, true)
    await page.release(3)

    await page.until(({ emails }) =>
      assert.isTrue(ready(emails).channels.find(({ id }) => id === page.address)?.usedForAuth)
    )
  })
})

describe("a change of a section that closes", () => {
  /** Renders the emails section, and an action that closes it. */
  const closing = async () => {
    const of = await account()
    const seen: {
      emails?: ReturnType<typeof useEmailsSection>
      close?: () => void
      run?: ReturnType<typeof useRunEffect>
    } = {}
    const keep = (kept: typeof seen) => void Object.assign(seen, kept)
    const Emails = () => {
      keep({ emails: useEmailsSection() })
      return null
    }
    const Page = () => {
      const [isOpen, setOpen] = useState(true)
      keep({ close: () => setOpen(false), run: useRunEffect() })
      return isOpen ? <Emails /> : null
    }
    const { unmount } = show(of.layer, <Page />)
    await waitFor(() => assert.strictEqual(seen.emails?.step, "ready"))
    of.hold()
    const { setUsedForAuth } = ready(seen.emails!)
    setUsedForAuth.run(of.address, true)
    setUsedForAuth.run(of.address, false)
    await waitFor(() => assert.strictEqual(of.held.length, 1))
    return { ...of, close: () => seen.close?.(), run: seen.run!, unmount }
  }

  it("N14: both changes are sent if the section closes before they end", async () => {
    const { close, held, log } = await closing()

    close()
    held[0]!()
    await waitFor(() => assert.strictEqual(held.length, 2))
    held[1]!()

    await waitFor(() => assert.strictEqual(log.length, 4))
  })

  it("D20, N14: a waiting change isn't sent after the user has signed out", async () => {
    const { close, held, log, run } = await closing()

    close()
    void run(signOut())
    await waitFor(() => assert.include(log, "start DELETE /auth/sessions/current"))
    for (const release of held) release()
    await waitFor(() => assert.include(log, "end DELETE /auth/sessions/current"))

    assert.lengthOf(log.filter((line) => line.startsWith("start PATCH")), 1)
  })

  it("N14: no change is sent after the provider has unmounted", async () => {
    const { held, log, unmount } = await closing()

    unmount()
    await waitFor(() => assert.strictEqual(log.length, 2))
    held[0]!()

    assert.deepStrictEqual(log.map((line) => line.split(" ")[0]), ["start", "end"])
    assert.strictEqual(held.length, 1)
  })
})
