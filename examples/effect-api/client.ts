/** A client of the API. It receives the platform's errors as instances of their classes. */
import * as Effect from "effect/Effect"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { layerClient } from "latchkey/http-api"
import { Api } from "./api.ts"

/** Sends the access token of the client's session. Without `layerClient`, the program doesn't compile. */
export const clientAt = (baseUrl: string) =>
  HttpApiClient.make(Api, { baseUrl }).pipe(Effect.provide([layerClient(), FetchHttpClient.layer]))

/** Returns the team's name, or the reason why there is none. */
export const nameOf = (baseUrl: string, team: string) =>
  Effect.gen(function*() {
    const { teams } = yield* clientAt(baseUrl)
    const { displayName } = yield* teams.team({ params: { team } })
    return displayName
  }).pipe(Effect.catchTag("TeamNotFound", (error) => Effect.succeed(`${error.code}: ${error.message}`)))

/** Writes a note. Returns the text, or the reason why it wasn't written. */
export const write = (baseUrl: string, team: string, text: string) =>
  Effect.gen(function*() {
    const { teams } = yield* clientAt(baseUrl)
    return yield* teams.note({ params: { team }, payload: { text } })
  }).pipe(Effect.catchTags({
    NoteTooLong: ({ longest }) => Effect.succeed(`At most ${longest} characters.`),
    NotPermitted: ({ message }) => Effect.succeed(message)
  }))
