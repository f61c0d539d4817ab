/**
 * Conversations with an AI model about themes and templates. Messages are stored only if they are saved.
 * docs/protocol.md §26.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as AiChat from "../../schemas/endpoints/aiChat.ts"
import type { AiChatContentPart, AiChatMessage } from "../../schemas/entities/AiChat.ts"

export { save, send } from "../../schemas/endpoints/aiChat.ts"

/** Conversation about a theme or a template. */
export interface Thread {
  /** The id of the theme or template. */
  readonly threadId: string
}

/** Returns the saved messages of a thread, oldest first. An unused thread is empty. */
export const list = Effect.fn("admin.aiChat.list")(function*(thread: Thread) {
  return (yield* AiChat.list(thread)).messages
})

/** Question for the model. */
export interface Question extends Thread {
  readonly contextType: "email-theme" | "email-template"
  readonly text: string
  /** Tools that the model may use on later platforms. The 2025 platforms choose the tools themselves. */
  readonly tools?: ReadonlyArray<string> | undefined
}

/**
 * Continues a conversation: sends the saved messages and the question to the model, then saves the question and the
 * response. Saved values that aren't messages are skipped. If the model fails with an `HttpFailure`, nothing is saved.
 *
 * Later platforms use `query`, which replaced `send`.
 */
export const ask = Effect.fn("admin.aiChat.ask")(function*(question: Question) {
  const { contextType, text, threadId, tools = [] } = question
  const saved = (yield* list({ threadId })).flatMap((each) => messageOf(question, each))
  const asked = { role: "user", content: [{ type: "text", text }] } as const
  const messages = [...saved, asked]
  const { content } = yield* AiChat.send({ threadId, contextType, messages }).pipe(
    Effect.catchReason("CallError", "HttpFailure", ({ status }, error) =>
      status === 404 || status === 405
        ? AiChat.query({ quality: "smart", speed: "fast", tools, systemPrompt: prompts[contextType], messages })
        : Effect.fail(error))
  )
  yield* AiChat.save({ threadId, message: asked })
  yield* AiChat.save({ threadId, message: { role: "assistant", content: plain(content) } })
  return content
})

/** Returns a saved value as a message for the model, or nothing if the endpoint doesn't accept it as one. */
const messageOf = ({ contextType, threadId }: Question, saved: unknown): ReadonlyArray<AiChatMessage> => {
  const { content, role } = Object(saved)
  const messages = [{ content, role }]
  return Result.isSuccess(AiChat.send.spec.codec.encode({ threadId, contextType, messages })) ? messages : []
}

/** Prompts of `query`, by the context type of `send`. */
const prompts = { "email-theme": "email-assistant-theme", "email-template": "email-assistant-template" } as const

/** Removes `undefined` fields, as JSON does. */
const plain = (content: ReadonlyArray<AiChatContentPart>): Schema.Json => JSON.parse(JSON.stringify(content))

/**
 * Returns the source that a response proposes, to preview and save, or `undefined` if it proposes none. If there are
 * several, the last one wins.
 */
export const proposedSource = (content: ReadonlyArray<AiChatContentPart>): string | undefined =>
  content.flatMap(({ args, type }) => {
    const source = type === "tool-call" && typeof args === "object" && args !== null && "content" in args
      ? args["content"]
      : undefined
    return typeof source === "string" ? [source] : []
  }).at(-1)
