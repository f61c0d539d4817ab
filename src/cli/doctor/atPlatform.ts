import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Project, Transport } from "../../../layers/call/index.ts"
import { ConnectionFailed } from "../../../schemas/errors/CallError.ts"
import { sentenceOf } from "../output/index.ts"
import { clock } from "./clock.ts"
import { domains } from "./domains.ts"
import { bad, good, open, responseTimeout } from "./finding.ts"
import { adminKey, clientKey, serverKey } from "./keys.ts"
import { revision } from "./revision.ts"

/** Checks whether the server responds. If so, runs the checks that send requests to it. */
export const atPlatform = (project: Project["Service"], appUrl: string | undefined) =>
  Effect.gen(function*() {
    const { send } = yield* Transport
    const before = yield* Clock.currentTimeMillis
    const response = yield* send({ method: "GET", url: project.apiUrl, headers: {}, body: undefined }).pipe(
      Effect.timeout(responseTimeout),
      Effect.result
    )
    const after = yield* Clock.currentTimeMillis
    const { origin } = new URL(project.apiUrl)
    if (response._tag === "Failure") {
      const error = response.failure
      const why = error._tag === "TimeoutError"
        ? `${origin} did not respond within ${responseTimeout}. Check the URL, and the server behind it.`
        : error._tag === "TransportError"
        ? sentenceOf(
          new ConnectionFailed({ target: origin, attempts: 1, fault: error.fault, code: error.code, diagnostics: {} })
        )
        : error.message
      const [found = why, ...fix] = why.split(/(?<=\.) /)
      return [
        bad("Platform", found, fix.join(" ")),
        open("Revision", "not checked"),
        open("Keys", "not checked"),
        open("Clock", "not checked"),
        open("Domains", "not checked")
      ]
    }
    const { config, finding: admin } = yield* adminKey(project)
    return [
      good("Platform", `${origin} responds in ${after - before} ms`),
      yield* revision(project, config !== undefined),
      yield* clientKey(project),
      yield* serverKey(project),
      admin,
      clock(response.success, before, after),
      ...domains(config, appUrl)
    ]
  })
