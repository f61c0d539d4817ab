import * as Effect from "effect/Effect"
import { sessionLaws, simulate } from "latchkey/testing/simulate"
import { type forAnyPerson, openEditor } from "./profileEditor.ts"

/** Simulates the editor on a computer that Ada and Bob share. */
export const editorOnSharedComputer = (runForPerson?: typeof forAnyPerson) =>
  simulate({
    people: ["ada", "bob"],
    devices: { computer: { owner: "ada" } },
    app: () => openEditor(runForPerson),
    actions: {
      "types a name": (editor, { person }) => {
        const owner = person()
        // after a reload, the person is unknown until the session is read
        return owner === undefined ? Effect.void : editor.type(owner.name)
      },
      "signs out": (editor) => editor.signOut,
      "Ada signs in": (editor, { people }) => editor.signIn(people.ada),
      "Bob signs in": (editor, { people }) => editor.signIn(people.bob)
    },
    laws: {
      "the greeting is for the signed-in person": ({ tabs }) =>
        tabs.every(({ app, person }) => ["", `Hello, ${person()?.name}`].includes(app.page().greeting)),
      "a profile has the name that its owner typed": ({ emulator, people }) => {
        const { users } = emulator.store.projects.get(emulator.project.projectId)!
        return Object.values(people).every(({ name, userId }) => users.get(userId)?.displayName === name)
      },
      ...sessionLaws
    }
  })
