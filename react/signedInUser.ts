/** The user of a component that cannot do without one, as reads: one attempt to get there for any number of components. */
import * as Effect from "effect/Effect"
import { type Read, Reads } from "../layers/Reads.ts"
import type { User } from "../schemas/entities/User.ts"
import { signUpOnce } from "../src/anonymousSignUp.ts"
import * as flow from "../src/currentUser.ts"
import { NotSignedIn } from "../src/NotSignedIn.ts"
import { currentUser } from "../src/reads.ts"

const demanded = <E, R>(
  or: "anonymous" | "redirect",
  attempt: Effect.Effect<unknown, E, R>,
  accepts: (user: User | null) => boolean
) => ({
  key: `currentUser ${or}`,
  of: "everyone",
  follows: { read: currentUser, accepts },
  effect: Effect.gen(function*() {
    const { cache, get } = yield* Reads
    for (;;) {
      const user = yield* get(currentUser)
      if (user !== null && accepts(user)) return user
      const nobody = cache.promise(currentUser)
      yield* attempt
      if (isServer()) return yield* new NotSignedIn()
      yield* Effect.callback<void>((resume) => {
        const look = () => {
          if (cache.promise(currentUser) === nobody) return
          stop()
          resume(Effect.void)
        }
        const stop = cache.subscribe(currentUser, look)
        look()
        return Effect.sync(stop)
      })
    }
  })
} satisfies Read<User, unknown, any>)

/** Nobody signs in while a page is rendered there: its fallback is sent, and the browser goes on. */
const isServer = () => !("window" in globalThis)

/** Signs up anonymously; not on a server, whose page could not keep that session. */
export const orAnonymous = demanded(
  "anonymous",
  Effect.suspend(() => isServer() ? Effect.void : signUpOnce),
  (user) => user !== null
)

/** Goes to the sign-in page. */
export const orRedirect = demanded(
  "redirect",
  flow.get({ or: "redirect" }),
  (user) => user !== null && !user.isAnonymous
)
