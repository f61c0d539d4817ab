/** Finds out whether a platform has an endpoint, without calling it. */
import * as Effect from "effect/Effect"
import {
  decodeUtf8,
  knownErrorOf,
  Project,
  realStatus,
  Transport,
  type WireResponse
} from "../../../layers/call/index.ts"
import type { Spec } from "../../../schemas/Spec.ts"

interface Presence {
  readonly state: "present" | "gone" | "unchecked"
  readonly found: ReadonlyArray<string>
}

/** An id that no record has. */
const nobody = "00000000-0000-4000-8000-000000000000"

/**
 * Sends a request without credentials. Unless the request is a GET, it announces JSON but has no body, which every
 * route refuses before it does anything (docs/protocol.md §4). A route responds with an error code or with status 400,
 * and a missing route with status 404 or 405 and no code.
 */
export const isThere = (spec: Spec): Effect.Effect<Presence, never, Project | Transport> =>
  Effect.gen(function*() {
    const { apiUrl, extraRequestHeaders, id } = yield* Project
    const { send } = yield* Transport
    const result = yield* send({
      method: spec.method,
      url: `${apiUrl}${spec.path.replace("{project_id}", encodeURIComponent(id)).replaceAll(/\{\w+\}/g, nobody)}`,
      headers: { ...extraRequestHeaders, ...(spec.method === "GET" ? {} : { "content-type": "application/json" }) },
      body: undefined
    }).pipe(Effect.timeout(limit), Effect.result)
    return result._tag === "Success" ? presenceOf(result.success) : unchecked(
      result.failure._tag === "TransportError" ? result.failure.fault : result.failure.message
    )
  })

const limit = "30 seconds"

const unchecked = (reason: string): Presence => ({ state: "unchecked", found: [reason] })

const presenceOf = (response: WireResponse): Presence => {
  const status = realStatus(response)
  if (knownErrorOf(response) !== undefined || hasCode(response.body) || status <= 400) {
    return { state: "present", found: [] }
  }
  return status === 404 || status === 405
    ? { state: "gone", found: [`the platform responds with status ${status} and no error code`] }
    : unchecked(`the platform responds with status ${status}`)
}

/** Whether a body is an error with a code. A proxy may have removed the header with the code. */
const hasCode = (body: Uint8Array): boolean => {
  try {
    return typeof Object(JSON.parse(decodeUtf8(body))).code === "string"
  } catch {
    return false
  }
}
