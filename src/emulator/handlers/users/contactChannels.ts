/** Email addresses of users and their verification. docs/platform.md §9. */
import * as Effect from "effect/Effect"
import * as ContactChannels from "../../../../schemas/endpoints/contactChannels.ts"
import {
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  EmailAlreadyVerified,
  EmailIsNotPrimaryEmail
} from "../../../../schemas/errors/contactChannels.ts"
import { UserIdDoesNotExist } from "../../../../schemas/errors/users.ts"
import { sendCode } from "../../mail/index.ts"
import { codes, contactChannels, trusted } from "../../model/index.ts"
import { type ApiRequest, handle, requiredUser, signedIn, userIdOf, viewsOf } from "../../request/index.ts"
import { type ContactChannel, type Project, Refusal, success, type User } from "../../state/index.ts"

const view = ({ id, isPrimary, isVerified, usedForAuth, userId, value }: ContactChannel) => ({
  id,
  userId,
  type: "email" as const,
  value,
  isVerified,
  isPrimary,
  usedForAuth
})

/** Checks a requested user id. At server level, any id is allowed; at client level, only the signed-in user's. */
const permitted = (request: ApiRequest, userId: string, status = 403) =>
  Effect.gen(function*() {
    const id = yield* userIdOf(request, userId)
    return request.level === "client" && id !== (yield* signedIn(request)).id
      ? yield* Refusal.fail(status, "Users can only see and change their own contact channels")
      : id
  })

const free = (project: Project, address: string, userId: string | undefined) =>
  contactChannels.isTaken(project, address, userId)
    ? Effect.fail(
      new ContactChannelAlreadyUsedForAuthBySomeoneElse({
        type: "email",
        contactChannelValue: address,
        wouldWorkIfEmailWasVerified: false
      })
    )
    : Effect.void

interface NewChannel {
  readonly userId: string
  readonly value: string
  readonly usedForAuth: boolean
  readonly isPrimary?: boolean | undefined
  readonly isVerified?: boolean | undefined
}

const create = (input: NewChannel, request: ApiRequest) =>
  Effect.gen(function*() {
    const { project } = request
    const user = project.users.get(yield* permitted(request, input.userId))
    if (user === undefined) return yield* Refusal.fail(500, "There is no such user")
    const value = contactChannels.normalized(input.value)
    if (contactChannels.withAddress(project, user, value) !== undefined) {
      return yield* Refusal.fail(400, "The user already has this contact channel")
    }
    if (input.usedForAuth) yield* free(project, value, user.id)
    const { isPrimary = false, isVerified = false, usedForAuth } = input
    return view(contactChannels.add(project, user, { value, isVerified, isPrimary, usedForAuth }))
  })

interface ChannelChanges {
  readonly userId: string
  readonly contactChannelId: string
  readonly value?: string | undefined
  readonly type?: "email" | undefined
  readonly usedForAuth?: boolean | undefined
  readonly isPrimary?: boolean | undefined
  readonly isVerified?: boolean | undefined
}

const update = (input: ChannelChanges, request: ApiRequest) =>
  Effect.gen(function*() {
    const { project } = request
    const { channel, user } = yield* own(request, input, 400)
    const value = input.value === undefined || input.type === undefined
      ? input.value ?? channel.value
      : contactChannels.normalized(input.value)
    const usedForAuth = input.usedForAuth ?? channel.usedForAuth
    const same = contactChannels.withAddress(project, user, value)
    if (same !== undefined && same !== channel) {
      return yield* Refusal.fail(400, "The user already has this contact channel")
    }
    if (usedForAuth) {
      yield* free(project, value, user.id)
    }
    contactChannels.change(project, user, channel, {
      value,
      usedForAuth,
      isPrimary: input.isPrimary ?? channel.isPrimary,
      isVerified: input.isVerified ?? (value === channel.value && channel.isVerified)
    })
    return view(channel)
  })

const own = (
  request: ApiRequest,
  input: { readonly userId: string; readonly contactChannelId: string },
  status: 400 | 404
) =>
  Effect.gen(function*() {
    const userId = yield* permitted(request, input.userId)
    const user = request.project.users.get(userId)
    const channel = contactChannels.find(request.project, userId, input.contactChannelId)
    if (user === undefined || channel === undefined) {
      return yield* Refusal.fail(status, "There is no such contact channel")
    }
    return { channel, user }
  })

const sendVerification = (request: ApiRequest, user: User, channel: ContactChannel, callbackUrl: string) =>
  Effect.gen(function*() {
    const { platform, project } = request
    if (channel.isVerified) return yield* Effect.fail(new EmailAlreadyVerified())
    yield* trusted(project, callbackUrl)
    const code = codes.issue(platform, project, "emailVerification", {
      userId: user.id,
      value: channel.value
    })
    yield* sendCode(platform, project, code, { to: channel.value, callbackUrl, displayName: user.displayName })
    return success
  })

/** Handlers for `/contact-channels`. */
export const handlers = handle(ContactChannels, {
  list: ({ contactChannelId, userId }, request) =>
    Effect.gen(function*() {
      const { project } = request
      if (userId === undefined && request.level === "client") {
        return yield* Refusal.fail(403, "Users can only see and change their own contact channels")
      }
      const user = userId === undefined ? undefined : project.users.get(yield* permitted(request, userId))
      const channels = userId === undefined
        ? [...project.contactChannels.values()]
        : user === undefined
        ? []
        : contactChannels.ofUser(project, user)
      const items = channels.filter(({ id }) => contactChannelId === undefined || id === contactChannelId)
      return { items: viewsOf(items, view), isPaginated: false }
    }),

  get: (input, request) => Effect.map(own(request, input, 404), ({ channel }) => view(channel)),

  create,
  createForUser: create,
  update,
  updateAny: update,

  delete: (input, request) =>
    Effect.map(own(request, input, 400), ({ channel, user }) => {
      contactChannels.remove(request.project, user, channel)
      return success
    }),

  sendVerificationCode: (input, request) =>
    Effect.gen(function*() {
      const userId = yield* permitted(request, input.userId, 400)
      const user = request.project.users.get(userId)
      if (user === undefined) return yield* Effect.fail(new UserIdDoesNotExist({ userId }))
      const channel = contactChannels.find(request.project, userId, input.contactChannelId)
      if (channel === undefined) return yield* Refusal.fail(404, "There is no such contact channel")
      return yield* sendVerification(request, user, channel, input.callbackUrl)
    }),

  sendPrimaryVerificationCode: ({ callbackUrl, email }, request) =>
    Effect.gen(function*() {
      const user = yield* requiredUser(request)
      const primary = contactChannels.primaryOf(request.project, user)
      if (primary === undefined || primary.value !== email) {
        return yield* Effect.fail(new EmailIsNotPrimaryEmail({ email, primaryEmail: primary?.value ?? null }))
      }
      return yield* sendVerification(request, user, primary, callbackUrl)
    }),

  verify: ({ code }, { platform, project }) =>
    Effect.gen(function*() {
      const { userId, value } = yield* codes.redeem(platform, project, "emailVerification", code)
      const user = project.users.get(userId)
      const channel = user === undefined ? undefined : contactChannels.withAddress(project, user, value)
      if (channel === undefined) {
        return yield* Refusal.fail(400, "The contact channel was changed or removed after the email was sent")
      }
      channel.isVerified = true
      return success
    }),

  checkCode: ({ code }, { platform, project }) =>
    Effect.as(codes.check(platform, project, "emailVerification", code), { isCodeValid: true })
})
