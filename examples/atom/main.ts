/** Session, user and teams as atoms of `effect/reactivity`. `npm run example -- examples/atom/main.ts` */
import * as Effect from "effect/Effect"
import * as AsyncResult from "effect/reactivity/AsyncResult"
import * as AtomRegistry from "effect/reactivity/AtomRegistry"
import { startEmulator } from "latchkey/emulator"
import { atomsOf } from "./atoms.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const emulator = await startEmulator({ users: [ada], config: { clientTeamCreationEnabled: true } })

const atoms = atomsOf(emulator.project)
const registry = AtomRegistry.make()

registry.subscribe(atoms.user, (result) => {
  if (AsyncResult.isSuccess(result) && !result.waiting) console.log(`User: ${result.value?.primaryEmail ?? "none"}`)
}, { immediate: true })

// keeps the list up to date while it is mounted
registry.mount(atoms.teams)

registry.mount(atoms.signIn)
registry.set(atoms.signIn, ada)
await Effect.runPromise(AtomRegistry.getResult(registry, atoms.signIn, { suspendOnWaiting: true }))

registry.mount(atoms.createTeam)
registry.set(atoms.createTeam, "Tinkers")
await Effect.runPromise(AtomRegistry.getResult(registry, atoms.createTeam, { suspendOnWaiting: true }))

// the new team has refreshed the list
const teams = await Effect.runPromise(AtomRegistry.getResult(registry, atoms.teams, { suspendOnWaiting: true }))
console.log(`Teams: ${teams.map(({ displayName }) => displayName).join(", ")}`)

registry.dispose()
await emulator.close()
