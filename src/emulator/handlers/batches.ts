/**
 * Analytics events and session recordings, which newer clients send automatically. They are accepted and discarded, so
 * that these clients report no errors. docs/protocol.md §26.1.
 */
import * as Effect from "effect/Effect"
import { sendEvents } from "../../../schemas/endpoints/analytics.ts"
import { sendBatch } from "../../../schemas/endpoints/sessionReplays.ts"
import { type ApiRequest, authenticated, handle } from "../request/index.ts"
import { Refusal } from "../state/index.ts"

/** Returns the session that a batch belongs to. */
const sessionOf = (request: ApiRequest) =>
  Effect.flatMap(authenticated(request), () => {
    const sessionId = request.authentication?.sessionId
    return sessionId === undefined ? Refusal.fail(400, "The access token has no session") : Effect.succeed(sessionId)
  })

/** Handlers for `/analytics/events/batch`. */
export const analytics = handle({ sendEvents }, {
  sendEvents: (_, request) => Effect.as(sessionOf(request), { inserted: 0 })
})

const maxEvents = 5000
const maxBytes = 1_000_000

/** Handlers for `/session-replays/batch`. */
export const sessionReplays = handle({ sendBatch }, {
  sendBatch: ({ batchId, events }, request) =>
    Effect.gen(function*() {
      const sessionReplayId = yield* sessionOf(request)
      if (request.incoming.body.length > maxBytes) {
        return yield* Refusal.fail(413, `A batch must have at most ${maxBytes} bytes`)
      }
      if (events.length === 0 || events.length > maxEvents) {
        return yield* Refusal.fail(400, `A batch must have 1 to ${maxEvents} events`)
      }
      return { sessionReplayId, batchId, s3Key: `dropped/${batchId}`, deduped: false }
    })
})
