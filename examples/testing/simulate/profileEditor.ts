/** A page on a shared computer: it shows the name of the signed-in person, and saves changes after a pause in typing. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { currentUser, forPerson, Session, signIn, signOut } from "latchkey"
import type { ClientServices } from "latchkey/testing/simulate"

/** State of the page. */
export interface Page {
  readonly greeting: string
  readonly field: string
  readonly status: "" | "saving" | "saved" | "not saved"
}

export interface ProfileEditor {
  readonly page: () => Page
  readonly type: (text: string) => Effect.Effect<void, never, ClientServices>
  readonly signIn: (account: Account) => Effect.Effect<unknown, unknown, ClientServices>
  readonly signOut: Effect.Effect<void, unknown, ClientServices>
}

interface Account {
  readonly email: string
  readonly password: string
}

const pause = "2 seconds"

const emptyPage: Page = { greeting: "", field: "", status: "" }

/** Runs an effect for the user that is signed in when the effect starts. */
type RunForPerson = typeof forPerson

/** With this function, the editor has a race: effects continue when another person signs in. */
export const forAnyPerson: RunForPerson = (self) => self

/** Opens the editor. Its effects end with the scope. */
export const openEditor = (
  runForPerson: RunForPerson = forPerson
): Effect.Effect<ProfileEditor, never, ClientServices | Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const { changes, state } = yield* Session.Session
    let page = emptyPage
    let saving: Fiber.Fiber<void> | undefined

    const show = (changes: Partial<Page>) =>
      Effect.sync(() => {
        page = { ...page, ...changes }
      })

    /** Loads the name for the greeting. Without a network, the greeting stays empty. */
    const greet = currentUser.get().pipe(
      Effect.flatMap((user) => show({ greeting: user === null ? "" : `Hello, ${user.displayName}` })),
      runForPerson,
      Effect.ignore
    )

    /** Saves the text after the pause, and greets the person with it. */
    const saveLater = (text: string) =>
      Effect.sleep(pause).pipe(
        Effect.andThen(show({ status: "saving" })),
        Effect.andThen(currentUser.update({ displayName: text })),
        Effect.andThen(show({ status: "saved" })),
        Effect.andThen(greet),
        runForPerson,
        Effect.catchTag("PersonChanged", () => Effect.void),
        Effect.catch(() => show({ status: "not saved" }))
      )

    /** Saves only the last of several changes. The field is disabled if no user is signed in. */
    const type = (text: string) =>
      Effect.gen(function*() {
        if (state()._tag === "SignedOut") return
        yield* show({ field: text, status: "" })
        if (saving !== undefined) yield* Fiber.interrupt(saving)
        saving = yield* Effect.forkIn(saveLater(text), scope)
      })

    // the page belongs to one person, so clear it when another person signs in or the person signs out
    yield* changes.pipe(
      Stream.changesWith((before, after) => userIdIn(before) === userIdIn(after)),
      Stream.runForEach((state) => Effect.andThen(show(emptyPage), userIdIn(state) === "" ? Effect.void : greet)),
      Effect.forkIn(scope)
    )

    return { page: () => page, type, signIn: signIn.withPassword, signOut: signOut() }
  })

const userIdIn = (state: Session.SessionState): string =>
  state._tag === "SignedOut" || state.claims._tag === "None" ? "" : state.claims.value.sub
