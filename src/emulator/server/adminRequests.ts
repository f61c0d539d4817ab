/** Sends requests with a project's admin key, like a back end. Faults don't apply to these requests, and they aren't logged. */
import * as Effect from "effect/Effect"
import type { Platform, Project } from "../state/index.ts"
import { respondTo } from "./pipeline.ts"
import { ControlError } from "./selectors.ts"

/** Sends a request as the project's back end. Fails with the message of an error response. */
export const sendAsAdmin = (
  platform: Platform,
  project: Project,
  method: string,
  path: string,
  body?: object
): Effect.Effect<unknown, ControlError> =>
  Effect.gen(function*() {
    const keys = project.keySets.find(({ keys, revokedAt }) => revokedAt === null && keys.admin !== undefined)
    if (keys === undefined) {
      return yield* new ControlError({ message: `Project ${project.id} has no valid admin key. Create a new one.` })
    }
    const headers: { readonly [name: string]: string | undefined } = {
      "x-stack-project-id": project.id,
      "x-stack-access-type": "admin",
      "x-stack-super-secret-admin-key": keys.keys.admin,
      "content-type": body === undefined ? undefined : "application/json"
    }
    const { outgoing, status } = yield* respondTo(platform, {
      method,
      url: new URL(`/api/v1${path}`, platform.baseUrl),
      body: body === undefined ? "" : JSON.stringify(body),
      header: (name) => headers[name]
    })
    const text = typeof outgoing.body === "string" ? outgoing.body : ""
    if (status >= 400) return yield* new ControlError({ message: sentenceOf(text) })
    return text === "" ? undefined : JSON.parse(text)
  })

/** Returns the message of an error response: a field of a known error's JSON, or the whole text. */
const sentenceOf = (text: string): string => {
  try {
    const { error } = JSON.parse(text)
    return typeof error === "string" ? error : text
  } catch {
    return text
  }
}
