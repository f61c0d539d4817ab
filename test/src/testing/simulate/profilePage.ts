/** An app with a profile page, on which people sign out and others sign in. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { currentUser, forPerson, Session, signIn, signOut } from "../../../../src/index.ts"
import type { Simulation } from "../../../../src/testing/simulate/index.ts"

export interface ProfilePage {
  /** The user on the page. */
  shown: string | undefined
}

const load = (page: ProfilePage) =>
  Effect.map(currentUser.get(), (user) => {
    page.shown = user?.id
  })

/** Loads the profile, and discards it if the person has changed since. */
const loadOfPerson = (page: ProfilePage) => Effect.ignore(forPerson(load(page)))

/** A page that becomes empty when the person changes. */
const emptied = Effect.gen(function*() {
  const page: ProfilePage = { shown: undefined }
  const session = yield* Session.Session
  yield* Effect.forkScoped(Stream.runForEach(session.changes, (state) =>
    Effect.sync(() => {
      if (state._tag === "SignedOut") page.shown = undefined
    })))
  return page
})

const leave = (page: ProfilePage) =>
  Effect.suspend(() => {
    page.shown = undefined
    return signOut()
  })

export const onlyOwnProfile = "the page shows only the profile of the person who is signed in"

/** Ada's laptop. With the race, a late response shows her profile after she has signed out. */
export const laptop = (withRace: boolean): Simulation<ProfilePage> => ({
  people: ["ada"],
  devices: { laptop: { owner: "ada" } },
  app: () => withRace ? Effect.succeed<ProfilePage>({ shown: undefined }) : emptied,
  actions: {
    "opens the profile": withRace ? load : loadOfPerson,
    "signs out": leave,
    "signs in": (_page, { owner }) => signIn.withPassword(owner)
  },
  laws: {
    [onlyOwnProfile]: ({ tabs }) => tabs.every(({ app, person }) => [undefined, person()?.userId].includes(app.shown))
  }
})
