import * as Effect from "effect/Effect"
import { isLoopback } from "../../../schemas/errors/lostConnection.ts"
import { plain } from "../output/index.ts"
import { bad, doubtful, good, open, responseTimeout } from "./finding.ts"

const isSession = /^(?:__Host-)?(?:stack|hexclave)-(?:refresh|access)/

/** Checks the attributes of the session cookies that the site sets. */
export const cookies = (appUrl: string | undefined) =>
  Effect.gen(function*() {
    if (appUrl === undefined) return [open("Cookies", "not checked without the URL of the site", "Pass --app-url.")]
    const { href, protocol } = new URL(appUrl)
    const local = isLoopback(href)
    if (protocol === "http:" && !local) {
      return [bad("Cookies", `${appUrl} uses http, which sends sessions unencrypted`, "Serve the site over https.")]
    }
    const shown = yield* Effect.tryPromise((signal) =>
      fetch(appUrl, { redirect: "manual", signal }).then(({ headers }) => headers.getSetCookie())
    ).pipe(
      Effect.timeout(responseTimeout),
      Effect.result
    )
    if (shown._tag === "Failure") {
      return [doubtful("Cookies", `${appUrl} does not respond`, "Start the site, or pass another --app-url.")]
    }
    const weak = shown.success.filter((cookie) => isSession.test(cookie)).flatMap((cookie) => {
      const lacks = [
        ...(local || /;\s*secure/i.test(cookie) ? [] : ["Secure"]),
        ...(/;\s*samesite=(?:lax|strict)/i.test(cookie) || /;\s*partitioned/i.test(cookie) ? [] : ["SameSite=Lax"]),
        ...(/;\s*path=\/(?:;|$)/i.test(cookie) ? [] : ["Path=/"])
      ]
      return lacks.length === 0 ? [] : [`${plain(cookie.split("=")[0]!)} lacks ${lacks.join(", ")}`]
    })
    return [
      weak.length === 0
        ? good(
          "Cookies",
          local ? "localhost: Secure is not needed" : "https: session cookies are Secure, SameSite=Lax, Path=/"
        )
        : bad("Cookies", weak.join("; "), "Let Latchkey's cookie store write the cookies.")
    ]
  })
