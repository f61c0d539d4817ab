/** Finds a race in a page that saves later, and shows the shortest run. The site shows this code in a sandbox. */
import { print } from "./prepared.ts"

// #region code
import * as Effect from "effect/Effect"
import { currentUser, signIn, signOut } from "latchkey"
import { simulate } from "latchkey/testing/simulate"

const simulation = simulate({
  people: ["ada", "bob"],
  devices: { computer: { owner: "ada" } },
  steps: 6,
  app: () => Effect.scope,
  faults: [],
  actions: {
    "types a name": (page, { person }) => {
      const owner = person()
      if (owner === undefined) return Effect.void
      // the race: after the pause, another person may be signed in
      return Effect.sleep("2 seconds").pipe(
        Effect.andThen(currentUser.update({ displayName: owner.name })),
        Effect.ignore,
        Effect.forkIn(page)
      )
    },
    "signs out": () => signOut(),
    "Ada signs in": (_, { people }) => signIn.withPassword(people.ada),
    "Bob signs in": (_, { people }) => signIn.withPassword(people.bob)
  },
  laws: {
    "a profile has the name that its owner typed": ({ emulator, people }) => {
      const users = emulator.store.projects.get(emulator.project.projectId)?.users
      return Object.values(people).every(({ name, userId }) => users?.get(userId)?.displayName === name)
    }
  }
})
print(
  await Effect.runPromise(Effect.match(simulation, {
    onSuccess: () => "No run breaks the law.",
    onFailure: ({ message }) => message
  }))
)
// #endregion
