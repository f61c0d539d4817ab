/** Having a model edit e-mail themes and templates. docs/protocol.md §26. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { AiChatContentPart, AiChatMessage } from "../entities/AiChat.ts"
import { Empty } from "../entities/answers.ts"
import { fixed, Json, openEnum } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

const threadId = wire("threadId", Schema.String)

const messages = Schema.Array(AiChatMessage)

/** The platform gives its model 120 seconds; the rest is for the way. */
const thinking = { perAttempt: "130 seconds" } as const

/**
 * Asks the model, with the whole conversation so far. `threadId` is the id of the theme or template it is about.
 *
 * Nothing is stored: `save` does that. An unknown theme or template and a model that fails are a plain 500. Later
 * revisions of the platform have `query` instead.
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

/** Appends a message to a thread, whatever it is. Saving the same again appends it again. */
export const save = endpoint("admin", "aiChat.save", "PATCH /internal/ai-chat/{threadId}", {
  input: { threadId, message: Json },
  output: Empty,
  invalidates: ["aiChat"]
})

/** What was saved in a thread, exactly as it was, oldest first. A thread that was never used is empty. */
export const list = endpoint("admin", "aiChat.list", "GET /internal/ai-chat/{threadId}", {
  input: { threadId },
  output: wireStruct({ messages: Schema.Array(Json) })
})

/**
 * Asks the model of later revisions of the platform, with the whole conversation so far. It has 120 seconds.
 *
 * With a `projectId` the signed-in user must own that project, which is a plain 403 otherwise. The platform can also
 * stream the answer; this call waits for all of it.
 */
export const query = endpoint("client", "aiChat.query", "POST /ai/query/{mode}", {
  since: "2026-04",
  input: {
    mode: fixed("generate"),
    quality: Schema.Literals(["dumb", "smart", "smartest"]),
    speed: Schema.Literals(["slow", "fast"]),
    /** Tools the model may use; a plain 400 for one the platform does not have. */
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
    /** For questions that another model asks. They get a `conversationId` back. */
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
