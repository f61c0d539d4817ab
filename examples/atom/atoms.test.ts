/** Tests the program's atoms with the emulator, without a component. */
import * as Effect from "effect/Effect"
import * as AtomRegistry from "effect/reactivity/AtomRegistry"
import { startEmulator } from "latchkey/emulator"
import { expect, onTestFinished, test } from "vitest"
import { atomsOf } from "./atoms.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("a new team appears in the list of teams", async () => {
  await using emulator = await startEmulator({ users: [ada], config: { clientTeamCreationEnabled: true } })
  const atoms = atomsOf(emulator.project)
  const registry = AtomRegistry.make()
  onTestFinished(() => registry.dispose())
  for (const atom of [atoms.user, atoms.teams, atoms.signIn, atoms.createTeam]) registry.mount<unknown>(atom)

  registry.set(atoms.signIn, ada)
  await Effect.runPromise(AtomRegistry.getResult(registry, atoms.signIn, { suspendOnWaiting: true }))
  const user = await Effect.runPromise(AtomRegistry.getResult(registry, atoms.user, { suspendOnWaiting: true }))
  expect(user?.primaryEmail).toBe(ada.email)

  registry.set(atoms.createTeam, "Tinkers")
  await Effect.runPromise(AtomRegistry.getResult(registry, atoms.createTeam, { suspendOnWaiting: true }))
  const teams = await Effect.runPromise(AtomRegistry.getResult(registry, atoms.teams, { suspendOnWaiting: true }))
  expect(teams.map(({ displayName }) => displayName)).toEqual(["Tinkers"])
})
