/** The emulator in a page without React. */
import * as Effect from "effect/Effect"
import { Client, currentUser, signIn } from "latchkey"
import { inPageBrowser, makeInPageBrowser } from "latchkey/emulator"
import { createClient } from "latchkey/promise"

// #region promise
export const start = async (app: HTMLElement, otherSites: HTMLElement) => {
  const browser = await inPageBrowser({ config: { oauthProviders: [{ id: "github", type: "shared" }] } })
  const client = createClient(browser.project)
  browser.app(app)
  browser.frame(otherSites)
  browser.subscribe(() => {
    if (!browser.url().includes("/handler/oauth-callback?code=")) return
    client.oauth.callback().catch((error: Error) => app.append(error.message))
  })
  return { browser, client }
}
// #endregion promise

// #region effect
const ada = { email: "ada@example.com", password: "correct horse battery" }

export const program = Effect.scoped(Effect.gen(function*() {
  const browser = yield* makeInPageBrowser({ users: [ada] })
  const user = Effect.andThen(signIn.withPassword(ada), currentUser.get({ or: "throw" }))
  return yield* Effect.provide(user, Client.layer(browser.project))
}))
// #endregion effect
