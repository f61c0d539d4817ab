/** Sends and previews emails. docs/platform.md §15. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Emails from "../../../../schemas/endpoints/emails.ts"
import { EmailCapacityBoostAlreadyActive } from "../../../../schemas/errors/emails.ts"
import { SchemaError } from "../../../../schemas/errors/general.ts"
import { UserIdDoesNotExist } from "../../../../schemas/errors/users.ts"
import { emails, mail, mailServers, queue, systemMails } from "../../mail/index.ts"
import { contactChannels, trusted } from "../../model/index.ts"
import { type ApiRequest, handle, schemaError } from "../../request/index.ts"
import { type EmailConfig, type QueuedEmail, Refusal, success, type User } from "../../state/index.ts"

const malformed = (message: string) => Effect.fail(new SchemaError({ message }))

/** Finds the recipients of an email. Fails with the first unknown id. */
const recipients = ({ project }: ApiRequest, userIds: ReadonlyArray<string>) =>
  Effect.forEach(userIds, (userId): Effect.Effect<User, UserIdDoesNotExist> => {
    const user = project.users.get(userId)
    return user === undefined ? Effect.fail(new UserIdDoesNotExist({ userId })) : Effect.succeed(user)
  })

/** Returns the source, which must be given either directly or by id. */
const sourceOrId = (
  id: string | undefined,
  source: string | undefined,
  sourceOf: (id: string) => Effect.Effect<{ readonly tsxSource: string }, Refusal>,
  message: string
) =>
  (id === undefined) === (source === undefined)
    ? Refusal.fail(400, message)
    : id === undefined
    ? Effect.succeed(source!)
    : Effect.map(sourceOf(id), ({ tsxSource }) => tsxSource)

type NewEmail = Parameters<typeof Emails.send>[0] & {}

/** Checks that an email has one kind of receivers. docs/platform.md §25. */
const oneKindOfReceivers = ({ allUsers, emails, userIds }: NewEmail) =>
  [userIds, allUsers, emails].filter((receivers) => receivers !== undefined).length === 1
    ? Effect.void
    : malformed("Exactly one of user_ids, all_users and emails must be given.")

/** The entry of a user in the response. */
const resultOf = ({ platform, project }: ApiRequest, user: User): Result => {
  const userEmail = contactChannels.primaryOf(project, user)?.value
  const isShown = platform.rules.removedResponseFields && userEmail !== undefined
  return { userId: user.id, ...(isShown && { userEmail }) }
}

/** Returns the receivers of an email: as the queue stores them, and as the response names them. */
const receiversOf = (request: ApiRequest, { emails, userIds }: NewEmail) =>
  Effect.gen(function*() {
    if (emails !== undefined) {
      return emails.map((email): Receiver => ({ to: { type: "custom-emails", emails: [email] }, result: { email } }))
    }
    const users = userIds === undefined ? [...request.project.usersInOrder] : yield* recipients(request, userIds)
    return users.map((user): Receiver => ({
      to: { type: "user-primary-email", userId: user.id },
      result: resultOf(request, user)
    }))
  })

interface Receiver {
  readonly to: QueuedEmail["to"]
  readonly result: Result
}

interface Result {
  readonly userId?: string
  readonly email?: string
  readonly userEmail?: string
}

/** Checks that an email has one kind of content. */
const oneContent = ({ draftId, html, templateId, variables }: NewEmail) => {
  const given = [html, templateId, draftId].filter((content) => content !== undefined).length
  return given !== 1
    ? malformed("Exactly one of html, template_id and draft_id must be given.")
    : variables !== undefined && templateId === undefined
    ? malformed("Variables must be given with template_id only.")
    : Effect.void
}

/** Queues an email for its recipients. docs/platform.md §15.1. */
const enqueue = (input: NewEmail, request: ApiRequest) =>
  Effect.gen(function*() {
    const { platform, project } = request
    const { draftId, html, isHighPriority = false, notificationCategoryName, scheduledAt, templateId } = input
    yield* oneContent(input)
    yield* emails.ownServer(project)
    yield* oneKindOfReceivers(input)
    if (notificationCategoryName !== undefined && emails.categoryNamed(notificationCategoryName) === undefined) {
      return yield* Refusal.fail(400, "There is no such notification category")
    }
    const template = templateId === undefined ? undefined : yield* emails.templateIn(project, templateId, 400)
    const draft = draftId === undefined ? undefined : project.emailDrafts.get(draftId)
    if (draftId !== undefined && draft === undefined) return yield* Refusal.fail(400, "There is no such draft")
    const receivers = yield* receiversOf(request, input)
    const source = template ?? draft
    if (draft !== undefined) draft.sentAt = draft.updatedAt = platform.now()
    for (const { to } of receivers) {
      queue.add(platform, project, {
        tsxSource: source?.tsxSource ?? emails.templateOf(html!),
        html,
        // an email without its own theme keeps the theme that the project has now
        themeId: (input.themeId === undefined ? source?.themeId : input.themeId) ?? project.config.emailTheme,
        to,
        variables: input.variables ?? {},
        isHighPriority,
        subject: input.subject,
        categoryName: notificationCategoryName,
        ...(scheduledAt !== undefined && scheduledAt.getTime() !== 0 && { scheduledAt: scheduledAt.getTime() }),
        draftId: draftId ?? null,
        templateId: templateId ?? null
      })
    }
    yield* queue.run(platform, project)
    return receivers.map(({ result }) => result)
  })

/** Sends an email at once. Silently skips users who have no address or have unsubscribed. */
const sendAtOnce = (input: NewEmail, request: ApiRequest) =>
  Effect.gen(function*() {
    const { platform, project } = request
    const { html, notificationCategoryName = "Transactional", templateId } = input
    yield* emails.ownServer(project)
    if (html === undefined && templateId === undefined) {
      return yield* malformed("Either html or template_id must be given.")
    }
    if (html !== undefined && (templateId !== undefined || input.variables !== undefined)) {
      return yield* malformed("With html, template_id and variables must be omitted.")
    }
    if (input.userIds === undefined) return yield* malformed("user_ids must be given.")
    const category = emails.categoryNamed(notificationCategoryName)
    if (category === undefined) return yield* Refusal.fail(400, "There is no such notification category")
    const template = templateId === undefined ? undefined : yield* emails.templateIn(project, templateId, 400)
    const users = yield* recipients(request, input.userIds)
    const theme = emails.chosenTheme(project, input.themeId === undefined ? template?.themeId : input.themeId)
    const error = yield* mailServers.fault(project.config.emailConfig)
    const written = { html, template, theme, category, variables: input.variables, subject: input.subject }
    yield* Effect.forEach(users, (user) => emails.sendTo(platform, project, user, written, error))
    return users.map((user) => resultOf(request, user))
  })

const periods = {
  hour: Duration.hours(1),
  day: Duration.days(1),
  week: Duration.days(7),
  month: Duration.days(30)
}

/** Handlers for `/emails`. */
export const handlers = handle(Emails, {
  send: (input, request) =>
    Effect.map(
      request.platform.rules.queuesEmails ? enqueue(input, request) : sendAtOnce(input, request),
      (results) => ({ results })
    ),

  sendSignInInvitation: ({ callbackUrl, email }, { platform, project }) =>
    Effect.gen(function*() {
      yield* trusted(project, callbackUrl)
      const error = yield* mailServers.fault(project.config.emailConfig)
      yield* systemMails.sendInvitation(platform, project, email, callbackUrl, { error })
      return error === null ? success : yield* Refusal.fail(400, error.message)
    }),

  sendTest: ({ emailConfig, recipientEmail }, { platform, project }) =>
    Effect.gen(function*() {
      const sender: EmailConfig = { ...emailConfig, type: "standard", password: Redacted.value(emailConfig.password) }
      const error = yield* mailServers.fault(sender)
      const text = "This is a test of the mail server. It works."
      mail.send(platform, project, { to: recipientEmail, kind: "test", subject: "Test", text }, { error, sender })
      return error === null ? success : { success: false, errorMessage: error.message }
    }),

  render: ({ templateId, templateTsxSource, themeId, themeTsxSource }, { platform, project, spec }) =>
    Effect.gen(function*() {
      const { previewInProjectTheme } = platform.rules
      if (themeId === null && previewInProjectTheme === "omitted") {
        return yield* Effect.fail(schemaError(spec, [{ path: "body.theme_id", problem: "expected a theme or false" }]))
      }
      if (themeId !== undefined && themeTsxSource !== undefined && previewInProjectTheme === "omitted") {
        return yield* malformed("Only one of theme_id and theme_tsx_source may be given.")
      }
      const isOmitted = themeId === undefined && themeTsxSource === undefined && previewInProjectTheme === "omitted"
      // `null` and `false` take precedence over a source, as in 2025-08
      const theme = isOmitted
        ? emails.chosenTheme(project, null)
        : themeId === null || themeId === false
        ? emails.chosenTheme(project, themeId)
        : yield* sourceOrId(
          themeId,
          themeTsxSource,
          (id) => emails.themeIn(project, id, 400),
          "Exactly one theme must be given, as theme_id or as theme_tsx_source"
        )
      const template = yield* sourceOrId(
        templateId,
        templateTsxSource,
        (id) => emails.templateIn(project, id, 400),
        "Exactly one template must be given, as template_id or as template_tsx_source"
      )
      const { html, notificationCategory, subject } = yield* emails.preview(project, template, theme)
      return {
        html,
        ...(subject === undefined ? {} : { subject }),
        ...(notificationCategory === undefined ? {} : { notificationCategory })
      }
    }),

  getDeliveryInfo: (_, { platform, project }) =>
    Effect.sync(() => {
      const now = platform.now()
      const until = project.emailBoostUntil
      const since = (period: keyof typeof periods) => ({
        sent: queue.sentSince(project, now - Duration.toMillis(periods[period])),
        bounced: 0,
        markedAsSpam: 0
      })
      const isBoostActive = until > now
      return {
        stats: { hour: since("hour"), day: since("day"), week: since("week"), month: since("month") },
        capacity: {
          ratePerSecond: queue.ratePerSecond(platform, project),
          boostMultiplier: isBoostActive ? queue.boostFactor : 1,
          penaltyFactor: 1,
          isBoostActive,
          boostExpiresAt: until === 0 ? null : new Date(until)
        }
      }
    }),

  boostCapacity: (_, { platform, project }) =>
    Effect.suspend(() => {
      const until = project.emailBoostUntil
      return until > platform.now()
        ? Effect.fail(new EmailCapacityBoostAlreadyActive({ expiresAt: new Date(until) }))
        : Effect.sync(() => ({ expiresAt: new Date(queue.boost(platform, project)) }))
    })
})
