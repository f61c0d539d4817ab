/** `latchkey login`: signs in through the browser, and keeps the session in the config folder. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Project } from "../../layers/call/index.ts"
import { TokenStore } from "../../layers/session/index.ts"
import { userNameOf } from "../../schemas/entities/names.ts"
import { currentUser } from "../flows/account/index.ts"
import { cliLogin } from "../flows/cli/index.ts"
import { answer, event, Json } from "./answer.ts"
import { declined, layer, project } from "./client.ts"
import * as keptSession from "./keptSession.ts"
import { bold, dim, plain, withProgress } from "./output/index.ts"
import { variable } from "./setup/index.ts"
import { Unusable } from "./Unusable.ts"
import { restrictionLines, userOf } from "./userOf.ts"
import { webAddress } from "./webAddress.ts"
import { warn } from "./words.ts"

/** Waits until the browser has confirmed. Stopping it leaves nothing behind. */
export const login = Effect.fnUntraced(function*(options: {
  readonly appUrl: string | undefined
  readonly browser: boolean
}) {
  const signedInTo = yield* project
  const appUrl = yield* siteOf(options.appUrl)
  yield* Effect.provide(throughBrowser(signedInTo, appUrl, options.browser), layer(signedInTo)).pipe(
    Effect.catchTags({
      CallError: (error) => Effect.fail(declined(error)),
      CliAuthError: (error) => Effect.fail(declined(error)),
      CliAuthExpiredError: (error) => Effect.fail(declined(error)),
      CliAuthUsedError: (error) => Effect.fail(declined(error)),
      InvalidPollingCodeError: (error) => Effect.fail(declined(error)),
      InvalidConfiguration: ({ message }) => Effect.fail(new Unusable({ sentence: message }))
    })
  )
})

const throughBrowser = (project: Project["Service"], appUrl: string, browser: boolean) =>
  Effect.gen(function*() {
    const json = yield* Json
    const begun = yield* withProgress("Asking the platform for a login")(cliLogin.start({ appUrl }))
    yield* event("login", "confirm", { url: begun.url, expiresAt: begun.expiresAt.toISOString() })
    if (!json) yield* cliLogin.print(begun)
    if (browser && !json) yield* cliLogin.open(begun)
    const refreshToken = yield* withProgress(`The link works for ${yield* timeLeft(begun)}`)(cliLogin.wait(begun))
    yield* cliLogin.finish({ refreshToken })
    const kept = yield* isKept(project, refreshToken)
    if (kept) yield* Effect.catchTag(remember(project, appUrl), "TokenStoreFailed", ({ message }) => warn(message))
    // the session is there, whether or not the platform can be asked once more
    const user = yield* Effect.catchTag(currentUser.get({ includeRestricted: true }), "CallError", () =>
      Effect.succeed(null))
    const who = user === null ? "" : ` as ${bold(plain(userNameOf(user)))}`
    yield* answer(
      "login",
      { user: user === null ? null : userOf(user), kept, projectId: project.id },
      [
        `Signed in${who}.`,
        ...(user === null ? [] : restrictionLines(user)),
        kept ? dim(`The session is in ${keptSession.folder()}, for you alone.`) : "It ends with this command."
      ].join("\n")
    )
  })

/** In whole minutes, or hours where it comes to that. */
const timeLeft = ({ expiresAt }: cliLogin.CliLogin): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const minutes = Math.max(1, Math.round((expiresAt.getTime() - now) / 60_000))
    const [count, unit] = minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"]
    return `${count} ${unit}${count === 1 ? "" : "s"}`
  })

const siteOf = (given: string | undefined): Effect.Effect<string, Unusable> =>
  Effect.gen(function*() {
    const appUrl = given ?? (yield* variable("LATCHKEY_APP_URL")) ?? (yield* keptSession.lastLogin)?.appUrl
    if (appUrl !== undefined) return yield* webAddress("--app-url", appUrl)
    return yield* new Unusable({
      sentence: "Which site confirms the login? Give --app-url, as in https://app.example.com, or set LATCHKEY_APP_URL."
    })
  })

/** What was written is read back, for a full disk must not be found out tomorrow. */
const isKept = (project: Project["Service"], refreshToken: Redacted.Redacted) =>
  Effect.provide(TokenStore.use((store) => store.get), keptSession.layerTokenStore(project)).pipe(
    Effect.map((held) =>
      held?.refreshToken !== undefined && Redacted.value(held.refreshToken) === Redacted.value(refreshToken)
    ),
    Effect.catchTag("TokenStoreFailed", () => Effect.succeed(false))
  )

const remember = (project: Project["Service"], appUrl: string) =>
  keptSession.rememberProject({
    projectId: project.id,
    publishableClientKey: project.publishableClientKey && Redacted.value(project.publishableClientKey),
    baseUrl: project.apiUrl.replace(/\/api\/v1$/, ""),
    appUrl
  })
