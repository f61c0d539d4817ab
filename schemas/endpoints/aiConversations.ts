/**
 * Saved AI conversations of project owners, each about one project. The program must belong to project `internal` and
 * have a signed-in user; otherwise the platform rejects the request as malformed. Since revision 2026-04.
 *
 * A conversation that doesn't exist, or belongs to another user, fails with `HttpFailure` (404).
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { AiConversation, AiConversationRole, AiConversationSummary } from "../entities/AiConversation.ts"
import { Empty } from "../entities/responses.ts"
import { Json } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

const since = "2026-04"

const conversationId = wire("conversationId", Schema.String)

const projectId = wire("projectId", Schema.String)

const messages = Schema.Array(wireStruct({ role: AiConversationRole, content: Json }))

/**
 * Lists the signed-in user's conversations about a project, most recently changed first, at most 50. The user needn't
 * own the project.
 */
export const list = endpoint("client", "aiConversations.list", "GET /internal/ai-conversations", {
  since,
  input: { projectId },
  output: wireStruct({ conversations: Schema.Array(AiConversationSummary) })
})

/** Saves a conversation, which may be empty. Every call creates another one. */
export const create = endpoint("client", "aiConversations.create", "POST /internal/ai-conversations", {
  since,
  input: { title: Schema.String, projectId, messages },
  output: wireStruct({ id: Schema.String, title: Schema.String }),
  invalidates: [list]
})

/** Returns a conversation with its messages. */
export const get = endpoint("client", "aiConversations.get", "GET /internal/ai-conversations/{conversationId}", {
  since,
  input: { conversationId },
  output: AiConversation
})

/** Changes the title of a conversation. */
export const update = endpoint(
  "client",
  "aiConversations.update",
  "PATCH /internal/ai-conversations/{conversationId}",
  {
    since,
    input: { conversationId, title: Schema.String },
    output: Empty,
    idempotent: true,
    invalidates: ["aiConversations"]
  }
)

/** Deletes a conversation with its messages. */
const remove = endpoint(
  "client",
  "aiConversations.delete",
  "DELETE /internal/ai-conversations/{conversationId}",
  { since, input: { conversationId }, output: Empty, invalidates: ["aiConversations"] }
)
export { remove as delete }

/** Replaces all messages of a conversation. The messages get new ids. */
export const replaceMessages = endpoint(
  "client",
  "aiConversations.replaceMessages",
  "PUT /internal/ai-conversations/{conversationId}/messages",
  { since, input: { conversationId, messages }, output: Empty, invalidates: ["aiConversations"] }
)
