/** AI edits of email themes and templates. docs/protocol.md §26. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { AiChatContentPart, AiChatMessage } from "../entities/AiChat.ts"
import { Empty } from "../entities/responses.ts"
import { fixed, Json, openEnum } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

const threadId = wire("threadId", Schema.String)

const messages = Schema.Array(AiChatMessage)

/** Timeout per attempt: the platform gives its model 120 seconds; the rest is for the network. */
const thinking = { perAttempt: "130 seconds" } as const

/**
 * Sends the whole conversation to the model and returns its reply. `threadId` is the id of the theme or template.
 *
 * Stores nothing: use `save` to store messages. An unknown theme or template and a failure of the model fail with
 * `HttpFailure` (500). Later revisions of the platform have `query` instead.
 */
export const send = endpoint("admin", "aiChat.send", "POST /internal/ai-chat/{threadId}", {
  input: {
    threadId,
    contextType: Schema.Literals(["email-theme", "email-template"]),
    messages: messages.check(Schema.isMinLength(1, { expected: "at least one message" }))
  },
  output: wireStruct({ content: Schema.Array(AiChatContentPart) }),
  ...thinking
})

/** Appends any message to a thread. Saving a message twice appends it twice. */
export const save = endpoint("admin", "aiChat.save", "PATCH /internal/ai-chat/{threadId}", {
  input: { threadId, message: Json },
  output: Empty,
  invalidates: ["aiChat"]
})

/** Lists the saved messages of a thread unchanged, oldest first. For an unused thread, the list is empty. */
export const list = endpoint("admin", "aiChat.list", "GET /internal/ai-chat/{threadId}", {
  input: { threadId },
  output: wireStruct({ messages: Schema.Array(Json) })
})

/**
 * Sends the whole conversation to the model and returns its reply. The platform stops the model after 120 seconds.
 * Since revision 2026-04.
 *
 * With a `projectId`, the signed-in user must own the project; otherwise the call fails with `HttpFailure` (403). The
 * platform can stream the response; this call waits for the complete response.
 */
export const query = endpoint("client", "aiChat.query", "POST /ai/query/{mode}", {
  since: "2026-04",
  input: {
    mode: fixed("generate"),
    quality: Schema.Literals(["dumb", "smart", "smartest"]),
    speed: Schema.Literals(["slow", "fast"]),
    /** Tools that the model may use. An unknown tool fails with `HttpFailure` (400). */
    tools: Schema.Array(Schema.String),
    systemPrompt: wire(
      "systemPrompt",
      openEnum(
        "command-center-ask-ai",
        "docs-ask-ai",
        "wysiwyg-edit",
        "email-wysiwyg-editor",
        "email-assistant-template",
        "email-assistant-theme",
        "email-assistant-draft",
        "create-dashboard",
        "run-query",
        "build-analytics-query",
        "rewrite-template-source"
      )
    ),
    messages,
    projectId: wire("projectId", Schema.optional(Schema.NullOr(Schema.String))),
    /** Metadata for questions that come from another model. The response then has a `conversationId`. */
    mcpCallMetadata: wire(
      "mcpCallMetadata",
      Schema.optional(Schema.NullOr(wireStruct({
        toolName: wire("toolName", Schema.String),
        reason: Schema.String,
        userPrompt: wire("userPrompt", Schema.String),
        conversationId: wire("conversationId", Schema.optional(Schema.String))
      })))
    )
  },
  output: wireStruct({
    content: Schema.Array(AiChatContentPart),
    finalText: wire("finalText", Schema.String),
    conversationId: wire("conversationId", Schema.optionalKey(Schema.NullOr(Schema.String)))
  }),
  ...thinking
})
