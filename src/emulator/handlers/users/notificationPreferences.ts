/** Notification preferences, and the unsubscribe link in emails. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as NotificationPreferences from "../../../../schemas/endpoints/notificationPreferences.ts"
import { UserNotFound } from "../../../../schemas/errors/users.ts"
import { categories, isOn, type NotificationCategory, setEnabled } from "../../mail/index.ts"
import { codes } from "../../model/index.ts"
import { type ApiRequest, authenticated, handle, userIdOf } from "../../request/index.ts"
import { type Code, type Project, Refusal, type Store, type User } from "../../state/index.ts"

const view = (user: User, { canDisable, id, name }: NotificationCategory) => ({
  notificationCategoryId: id,
  notificationCategoryName: name,
  enabled: isOn(user, id),
  canDisable
})

/** Finds a user. At server level, any user is allowed; at client level, only the signed-in user. */
const userNamed = (request: ApiRequest, userId: string) =>
  Effect.gen(function*() {
    const id = yield* userIdOf(request, userId)
    if (request.level === "client" && id !== (yield* authenticated(request)).id) {
      return yield* Refusal.fail(403, "Users can only see and change their own notification preferences")
    }
    const user = request.project.users.get(id)
    return user === undefined ? yield* Effect.fail(new UserNotFound()) : user
  })

/** Finds an unsubscribe code in any project, because the link contains only the code. */
const unsubscription = (
  { projects }: Store,
  value: string
): { readonly project: Project; readonly code: Code<"unsubscribe"> } | undefined => {
  for (const project of projects.values()) {
    const code = project.codes.get(value)
    if (code?.kind === "unsubscribe") return { project, code: code as Code<"unsubscribe"> }
  }
  return undefined
}

/** Handlers for `/emails/notification-preference` and `/emails/unsubscribe-link`. */
export const handlers = handle(NotificationPreferences, {
  list: ({ userId }, request) =>
    Effect.map(userNamed(request, userId), (user) => ({
      items: categories.map((category) => view(user, category)),
      isPaginated: false
    })),

  update: ({ enabled, notificationCategoryId, userId }, request) =>
    Effect.gen(function*() {
      const category = categories.find(({ id }) => id === notificationCategoryId)
      if (category === undefined) return yield* Refusal.fail(404, "There is no such notification category")
      const user = yield* userNamed(request, userId)
      setEnabled(user, category.id, enabled)
      return view(user, category)
    }),

  unsubscribe: ({ code: submitted }, { responseHeaders, platform }) =>
    Effect.suspend(() => {
      const link = unsubscription(platform.store, Redacted.value(submitted).toLowerCase())
      if (link === undefined || platform.now() > link.code.expiresAt) {
        return Refusal.fail(
          400,
          "The link is invalid or has expired. Change your notification settings in your account."
        )
      }
      const user = link.project.users.get(link.code.data.userId)
      if (user !== undefined && link.code.usedAt === null) setEnabled(user, link.code.data.categoryId, false)
      if (link.code.usedAt === null) codes.markUsed(platform, link.code)
      responseHeaders["content-type"] = "text/html"
      return Effect.succeed("<p>You are unsubscribed from this category of emails.</p>")
    })
})
