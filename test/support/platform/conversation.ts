/** Runs a flow with scripted responses, and returns its requests and its result. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Access from "../../../layers/access/access.ts"
import type { WireRequest } from "../../../layers/call/Transport.ts"
import { failureOf, settled } from "../contract/calls.ts"
import { accessToken, project, signedIn } from "../contract/project.ts"
import { type Answer, scriptedTransport } from "./scriptedTransport.ts"

const levels = {
  /** A session that lasts for the whole flow, which may take hours. */
  client: signedIn(accessToken({ exp: 4e9 })),
  server: Access.layerServer().pipe(Layer.provideMerge(project)),
  admin: Access.layerAdmin().pipe(Layer.provideMerge(project))
}

/**
 * Runs a flow at an access level with scripted responses. `requestLines`: the requests, such as `POST /teams
 * {"display_name":"A"}`.
 */
export const conversation = <A, E, R>(
  level: keyof typeof levels,
  flow: Effect.Effect<A, E, R>,
  ...answers: readonly [Answer, ...ReadonlyArray<Answer>]
) =>
  Effect.gen(function*() {
    const script = scriptedTransport(...answers)
    const exit: Exit.Exit<A, unknown> = yield* settled(flow, script.layer, levels[level] as never)
    return {
      exit,
      /** Returns the flow's result. */
      value: () => {
        if (Exit.isSuccess(exit)) return exit.value
        throw new Error(String(exit))
      },
      failure: () => failureOf(exit) as any,
      requests: script.requests,
      requestLines: script.requests.map(lineOf)
    }
  })

const lineOf = ({ body, method, url }: WireRequest): string => {
  const { pathname, search } = new URL(url)
  const line = `${method} ${pathname.replace("/api/v1", "")}${search}`
  return body === undefined || body === "{}" ? line : `${line} ${body}`
}

/** Response of a request that must never be sent, for flows that reject their input. */
export const nothing: Answer = () => Effect.die("a request was sent")
