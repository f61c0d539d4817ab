/** `latchkey login`: signs in through the browser, and stores the session in the config folder. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Project } from "../../layers/call/index.ts"
import { TokenStore } from "../../layers/session/index.ts"
import { userNameOf } from "../../schemas/entities/names.ts"
import { currentUser } from "../flows/account/index.ts"
import { cliLogin } from "../flows/cli/index.ts"
import { declined, layer, project } from "./client.ts"
import { event, Json, printResult } from "./output.ts"
import { bold, dim, plain, restrictionLines, userOf, warn, withProgress } from "./output/index.ts"
import { variable } from "./project/index.ts"
import * as storedSession from "./storedSession.ts"
import { Unusable } from "./Unusable.ts"
import { webAddress } from "./webAddress.ts"

/** Waits until the user confirms the login in the browser. Stores nothing if it is interrupted. */
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
    const begun = yield* withProgress("Requesting a login")(cliLogin.start({ appUrl }))
    yield* event("login", "confirm", { url: begun.url, expiresAt: begun.expiresAt.toISOString() })
    if (!json) yield* cliLogin.print(begun)
    if (browser && !json) yield* cliLogin.open(begun)
    const refreshToken = yield* withProgress(`Waiting for confirmation; the link expires in ${yield* timeLeft(begun)}`)(
      cliLogin.wait(begun)
    )
    yield* cliLogin.finish({ refreshToken })
    const kept = yield* isStored(project, refreshToken)
    if (kept) yield* Effect.catchTag(remember(project, appUrl), "TokenStoreFailed", ({ message }) => warn(message))
    // the session is complete even if this request fails
    const user = yield* Effect.catchTag(currentUser.get({ includeRestricted: true }), "CallError", () =>
      Effect.succeed(null))
    const who = user === null ? "" : ` as ${bold(plain(userNameOf(user)))}`
    yield* printResult(
      "login",
      { user: user === null ? null : userOf(user), kept, projectId: project.id },
      [
        `Signed in${who}.`,
        ...(user === null ? [] : restrictionLines(user)),
        kept
          ? dim(`The session is stored in ${storedSession.folder()}. Only you can read it.`)
          : "The session could not be stored, so it ends with this command."
      ].join("\n")
    )
  })

/** Returns the time until the link expires, in whole hours or minutes. */
const timeLeft = ({ expiresAt }: cliLogin.CliLogin): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const minutes = Math.max(1, Math.round((expiresAt.getTime() - now) / 60_000))
    const [count, unit] = minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"]
    return `${count} ${unit}${count === 1 ? "" : "s"}`
  })

/** Returns the site that confirms the login: from the flag, the environment or the last login. */
const siteOf = (given: string | undefined): Effect.Effect<string, Unusable> =>
  Effect.gen(function*() {
    const appUrl = given ?? (yield* variable("LATCHKEY_APP_URL")) ?? (yield* storedSession.lastLogin)?.appUrl
    if (appUrl !== undefined) return yield* webAddress("--app-url", appUrl)
    return yield* new Unusable({
      sentence:
        "The site that confirms the login is not set. Pass --app-url https://app.example.com, or set LATCHKEY_APP_URL."
    })
  })

/** Whether the session was stored. The file is read again, because a write to a full disk may fail silently. */
const isStored = (project: Project["Service"], refreshToken: Redacted.Redacted) =>
  Effect.provide(TokenStore.use((store) => store.get), storedSession.layerTokenStore(project)).pipe(
    Effect.map((stored) =>
      stored?.refreshToken !== undefined && Redacted.value(stored.refreshToken) === Redacted.value(refreshToken)
    ),
    Effect.catchTag("TokenStoreFailed", () => Effect.succeed(false))
  )

const remember = (project: Project["Service"], appUrl: string) =>
  storedSession.rememberProject({
    projectId: project.id,
    publishableClientKey: project.publishableClientKey && Redacted.value(project.publishableClientKey),
    baseUrl: project.apiUrl.replace(/\/api\/v1$/, ""),
    appUrl
  })
