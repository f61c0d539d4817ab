/** Feature requests of project owners. They are kept with the users of project `internal`. */
import * as Effect from "effect/Effect"
import * as FeatureRequests from "../../../../schemas/endpoints/featureRequests.ts"
import { handle } from "../../request/index.ts"
import { Refusal } from "../../state/index.ts"
import { internalOwner } from "./internalOwner.ts"

const maxListed = 50

/** Handlers for `/internal/feature-requests`. */
export const handlers = handle(FeatureRequests, {
  list: (_, request) =>
    Effect.map(internalOwner(request), ({ id: userId }) => ({
      posts: [...request.project.featureRequests.values()]
        .sort((a, b) => b.upvotes.size - a.upvotes.size)
        .slice(0, maxListed)
        .map(({ content, createdAt, id, title, upvotes }) => ({
          id,
          title,
          content,
          upvotes: upvotes.size,
          date: new Date(createdAt).toISOString(),
          postStatus: null,
          userHasUpvoted: upvotes.has(userId)
        }))
    })),

  create: ({ content = null, title }, request) =>
    Effect.map(internalOwner(request), ({ id: userId }) => {
      const id = crypto.randomUUID()
      const upvotes = new Set([userId])
      request.project.featureRequests.set(id, { id, title, content, createdAt: request.platform.now(), upvotes })
      return { success: true, id }
    }),

  upvote: ({ featureRequestId }, request) =>
    Effect.flatMap(internalOwner(request), ({ id: userId }) => {
      const upvotes = request.project.featureRequests.get(featureRequestId)?.upvotes
      if (upvotes === undefined) return Refusal.fail(404, "There is no such feature request")
      const upvoted = !upvotes.delete(userId)
      if (upvoted) upvotes.add(userId)
      return Effect.succeed({ success: true, upvoted })
    })
})
