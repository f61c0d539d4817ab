/** Saved AI conversations of project owners. They are kept with the users of project `internal`. */
import * as Effect from "effect/Effect"
import * as AiConversations from "../../../../schemas/endpoints/aiConversations.ts"
import type { SchemaError } from "../../../../schemas/errors/general.ts"
import { type ApiRequest, handle } from "../../request/index.ts"
import { type AiConversation, Refusal } from "../../state/index.ts"
import { internalOwner } from "./internalOwner.ts"

const maxListed = 50

type Message = Omit<AiConversation["messages"][number], "id">

const stored = (messages: ReadonlyArray<Message>): AiConversation["messages"] =>
  messages.map(({ content, role }) => ({ id: crypto.randomUUID(), role, content }))

/** Returns a conversation of the signed-in owner. */
const own = (request: ApiRequest, conversationId: string): Effect.Effect<AiConversation, SchemaError | Refusal> =>
  Effect.flatMap(internalOwner(request), ({ id: userId }) => {
    const conversation = request.project.aiConversations.get(conversationId)
    return conversation === undefined || conversation.userId !== userId
      ? Refusal.fail(404, "There is no such conversation")
      : Effect.succeed(conversation)
  })

/** Handlers for `/internal/ai-conversations`. */
export const handlers = handle(AiConversations, {
  list: ({ projectId }, request) =>
    Effect.map(internalOwner(request), ({ id: userId }) => ({
      conversations: [...request.project.aiConversations.values()]
        .filter((conversation) => conversation.userId === userId && conversation.projectId === projectId)
        .sort((a, b) => b.updatedAt - a.updatedAt)
        .slice(0, maxListed)
        .map(({ id, title, updatedAt }) => ({ id, title, projectId, updatedAt: new Date(updatedAt) }))
    })),

  create: ({ messages, projectId, title }, request) =>
    Effect.map(internalOwner(request), ({ id: userId }) => {
      const id = crypto.randomUUID()
      request.project.aiConversations.set(id, {
        id,
        userId,
        projectId,
        title,
        updatedAt: request.platform.now(),
        messages: stored(messages)
      })
      return { id, title }
    }),

  get: ({ conversationId }, request) =>
    Effect.map(own(request, conversationId), ({ id, messages, projectId, title }) => ({
      id,
      title,
      projectId,
      messages
    })),

  update: ({ conversationId, title }, request) =>
    Effect.map(own(request, conversationId), (conversation) => {
      Object.assign(conversation, { title, updatedAt: request.platform.now() })
      return {}
    }),

  delete: ({ conversationId }, request) =>
    Effect.map(own(request, conversationId), ({ id }) => {
      request.project.aiConversations.delete(id)
      return {}
    }),

  replaceMessages: ({ conversationId, messages }, request) =>
    Effect.map(own(request, conversationId), (conversation) => {
      Object.assign(conversation, { messages: stored(messages), updatedAt: request.platform.now() })
      return {}
    })
})
