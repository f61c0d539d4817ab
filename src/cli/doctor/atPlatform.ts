import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Project, Transport } from "../../../layers/call/index.ts"
import { ConnectionFailed } from "../../../schemas/errors/CallError.ts"
import { sentenceOf } from "../output/index.ts"
import { clock } from "./clock.ts"
import { domains } from "./domains.ts"
import { answerTimeout, bad, good, open } from "./finding.ts"
import { adminKey, clientKey, serverKey } from "./keys.ts"
import { revision } from "./revision.ts"

/** Whether the platform answers, and what it says then. */
export const atPlatform = (project: Project["Service"], appUrl: string | undefined) =>
  Effect.gen(function*() {
    const { send } = yield* Transport
    const before = yield* Clock.currentTimeMillis
    const answer = yield* send({ method: "GET", url: project.apiUrl, headers: {}, body: undefined }).pipe(
      Effect.timeout(answerTimeout),
      Effect.result
    )
    const after = yield* Clock.currentTimeMillis
    const { origin } = new URL(project.apiUrl)
    if (answer._tag === "Failure") {
      const error = answer.failure
      const why = error._tag === "TimeoutError"
        ? `${origin} does not answer: nothing came in ${answerTimeout}. Check the address, and the server behind it.`
        : error._tag === "Lost"
        ? sentenceOf(
          new ConnectionFailed({ target: origin, attempts: 1, fault: error.fault, code: error.code, diagnostics: {} })
        )
        : error.message
      const [found = why, ...fix] = why.split(/(?<=\.) /)
      return [
        bad("Platform", found, fix.join(" ")),
        open("Revision", "not asked for"),
        open("Keys", "not tried"),
        open("Clock", "not compared"),
        open("Domains", "not asked for")
      ]
    }
    const { config, finding: admin } = yield* adminKey(project)
    return [
      good("Platform", `${origin} answers in ${after - before} ms`),
      yield* revision(project, config !== undefined),
      yield* clientKey(project),
      yield* serverKey(project),
      admin,
      clock(answer.success, before, after),
      ...domains(config, appUrl)
    ]
  })
