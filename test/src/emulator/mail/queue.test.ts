import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as EmailOutbox from "../../../../schemas/endpoints/emailOutbox.ts"
import * as Emails from "../../../../schemas/endpoints/emails.ts"
import * as NotificationPreferences from "../../../../schemas/endpoints/notificationPreferences.ts"
import * as SentEmails from "../../../../schemas/endpoints/sentEmails.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import {
  builtInEmailTemplates,
  builtInEmailThemes,
  notificationCategories
} from "../../../../schemas/entities/emailIds.ts"
import { emailDrafts, outbox } from "../../../../src/admin/index.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { RenderTimeout } from "../../../../src/emulator/mail/rendering.ts"
import { mailServer, silentMailServer } from "../../../support/platform/mailServers.ts"
import { hangMillis } from "../../../support/suite/hangMillis.ts"
import { ann, asAdmin, asServer, callbackUrl, emulated, lastMail, send, signUp } from "../support/support.ts"

const withServer = (server: { readonly host: string; readonly port: number }) =>
  emulated({ revision: "2026-04", config: { emailConfig: { ...mailServer, ...server } } })

/** A test of a project on 2026-04 whose mail server accepts every email. */
const delivers = (name: string, test: () => Effect.Effect<void, unknown, Clients>) =>
  it.effect(name, () =>
    silentMailServer("127.0.0.1").pipe(
      Effect.flatMap((port) => Effect.provide(test(), withServer({ host: "127.0.0.1", port }))),
      Effect.provideService(RenderTimeout, hangMillis),
      Effect.scoped
    ))

type Clients = Layer.Success<ReturnType<typeof emulated>>

const newUser = (primaryEmail = ann.email) =>
  Effect.map(asServer(Users.create({ primaryEmail, primaryEmailAuthEnabled: false })), ({ id }) => id)

const sendNews = (userIds: ReadonlyArray<string>, more: object = {}) =>
  asServer(Emails.send({ userIds, html: "<p>News</p>", subject: "News", ...more }))

const listed = (query: Parameters<typeof EmailOutbox.list>[0] = {}) =>
  Effect.map(asServer(EmailOutbox.list(query)), ({ items }) => items)

const newest = Effect.map(listed(), ([email]) => email!)

const mailsTo = (address: string) => Effect.map(Emulator, ({ outbox }) => outbox.byAddress(address).length)

const inMillis = (millis: number) => Effect.map(Emulator, ({ clock }) => new Date(clock.now().getTime() + millis))

const hour = 3_600_000

describe("the queue of emails", () => {
  delivers(
    "an email keeps the theme that the project had when it was sent, and shows null for no theme",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        const scheduledAt = yield* inMillis(hour)
        yield* sendNews([userId], { scheduledAt, themeId: null })
        const { id, themeId } = yield* newest
        const without = yield* asServer(EmailOutbox.update({ id, themeId: null }))
        yield* sendNews([userId], { scheduledAt, themeId: false })

        assert.strictEqual(themeId, builtInEmailThemes.light)
        assert.deepStrictEqual([without.themeId, (yield* newest).themeId], [null, null])
      })
  )

  delivers(
    "new variables of a queued email are ignored, and only an empty change updates the time of its last change",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        yield* sendNews([userId], { scheduledAt: yield* inMillis(hour) })
        const { id, updatedAt } = yield* newest
        yield* TestClock.adjust("1 minute")
        const paused = yield* asServer(EmailOutbox.update({ id, isPaused: true }))
        const changed = yield* asServer(EmailOutbox.update({ id, variables: { a: 1 } }))
        const touched = yield* asServer(EmailOutbox.update({ id }))

        assert.deepStrictEqual(changed.variables, {})
        assert.deepStrictEqual([paused, changed].map((email) => email.updatedAt), [updatedAt, updatedAt])
        assert.strictEqual(touched.updatedAt.getTime() - updatedAt.getTime(), 60_000)
      })
  )

  delivers(
    "the platform's own emails show the id of their template, and the project's theme",
    () =>
      Effect.gen(function*() {
        yield* signUp()
        const email = yield* newest

        assert.strictEqual(email.emailProgrammaticCallTemplateId, builtInEmailTemplates.emailVerification)
        assert.strictEqual(email.themeId, builtInEmailThemes.light)
      })
  )

  delivers("an email to a user is rendered and sent, and the outbox shows it as sent", () =>
    Effect.gen(function*() {
      const userId = yield* newUser()

      const { results } = yield* sendNews([userId, userId])

      assert.deepStrictEqual(results, [{ userId }, { userId }])
      const email = yield* newest
      assert.deepInclude(email, {
        status: "sent",
        simpleStatus: "ok",
        subject: "News",
        isTransactional: false,
        notificationCategoryId: null,
        themeId: builtInEmailThemes.light,
        createdWith: "programmatic-call",
        canHaveDeliveryInfo: false,
        hasDelivered: true
      })
      assert.deepStrictEqual(email.to, { type: "user-primary-email", userId })
      assert.include(email.html, "<p>News</p>")
      assert.strictEqual(yield* mailsTo(ann.email), 2)
    }))

  delivers(
    "a scheduled email waits until the clock reaches its time, without another request",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        yield* sendNews([userId], { scheduledAt: yield* inMillis(hour) })
        const before = yield* newest
        yield* TestClock.adjust("59 minutes")
        const early = yield* mailsTo(ann.email)
        const emulator = yield* Emulator
        const arrived = new Promise<Date>((resolve) => emulator.outbox.listen(({ sentAt }) => resolve(sentAt)))

        yield* TestClock.adjust("1 minute")

        assert.strictEqual((yield* Effect.promise(() => arrived)).getTime(), before.scheduledAt.getTime())
        assert.deepStrictEqual([before.status, early, (yield* newest).status], ["scheduled", 0, "sent"])
      })
  )

  delivers(
    "an email that is scheduled is sent when the emulator's own clock is advanced",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        yield* sendNews([userId], { scheduledAt: yield* inMillis(hour) })
        ;(yield* Emulator).clock.advance("1 hour")

        assert.strictEqual((yield* newest).status, "sent")
      })
  )

  delivers(
    "a paused email is sent only after it is resumed, and a canceled email is never sent",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        yield* sendNews([userId, userId], { scheduledAt: yield* inMillis(hour) })
        const [first, second] = yield* listed()
        const paused = yield* asAdmin(outbox.pause(first!))
        const canceled = yield* asAdmin(outbox.cancel(second!))
        yield* TestClock.adjust("2 hours")
        const during = yield* mailsTo(ann.email)

        yield* asAdmin(outbox.resume(first!))

        assert.deepInclude(paused, { status: "paused", isPaused: true, hasRendered: false })
        assert.notProperty(paused, "subject")
        assert.deepInclude(canceled, { status: "skipped", skippedReason: "MANUALLY_CANCELLED", simpleStatus: "ok" })
        assert.deepStrictEqual([during, yield* mailsTo(ann.email)], [0, 1])
        const error = yield* Effect.flip(asAdmin(outbox.cancel(first!)))
        assert.deepInclude(error, { _tag: "EmailNotEditable", details: { emailId: first!.id, status: "SENT" } })
      })
  )

  delivers("an edited source is rendered again before the email is sent", () =>
    Effect.gen(function*() {
      const userId = yield* newUser()
      yield* sendNews([userId], { scheduledAt: yield* inMillis(hour) })
      const { id } = yield* newest

      const changed = yield* asServer(
        EmailOutbox.update({ id, tsxSource: "export const EmailTemplate = () => <b>Corrected</b>" })
      )

      assert.strictEqual(changed.status, "preparing")
      yield* TestClock.adjust("1 hour")
      yield* newest
      assert.include((yield* lastMail(ann.email)).html, "Corrected")
    }))

  delivers(
    "an email with a broken source has a render error until its source is corrected",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        const { id: draftId } = yield* asAdmin(
          emailDrafts.create({ displayName: "Broken", tsxSource: "export const EmailTemplate = (" })
        )
        yield* asServer(Emails.send({ userIds: [userId], draftId }))
        const broken = yield* newest

        yield* asServer(
          EmailOutbox.update({ id: broken.id, tsxSource: "export const EmailTemplate = () => <b>Whole</b>" })
        )

        assert.deepInclude(broken, { status: "render-error", createdWith: "draft", emailDraftId: draftId })
        assert.isString(broken.renderError)
        assert.strictEqual((yield* newest).status, "sent")
      })
  )

  delivers(
    "users without an address, deleted users and users who have unsubscribed are skipped with the reason",
    () =>
      Effect.gen(function*() {
        const scheduledAt = yield* inMillis(hour)
        const silent = yield* Effect.map(asServer(Users.create({})), ({ id }) => id)
        const unsubscribed = yield* newUser()
        const deleted = yield* newUser("bob@example.com")
        yield* asServer(NotificationPreferences.update({
          userId: unsubscribed,
          notificationCategoryId: notificationCategories.Marketing.id,
          enabled: false
        }))

        yield* sendNews([silent, unsubscribed, deleted], { scheduledAt, notificationCategoryName: "Marketing" })
        yield* sendNews([unsubscribed])
        yield* asServer(Users.delete({ userId: deleted }))
        yield* TestClock.adjust("1 hour")

        const reasons = new Map(
          (yield* listed({ status: "skipped" })).map((email) => [email.to.userId, email.skippedReason])
        )
        assert.deepStrictEqual(reasons.get(silent), "USER_HAS_NO_PRIMARY_EMAIL")
        assert.deepStrictEqual(reasons.get(unsubscribed), "USER_UNSUBSCRIBED")
        assert.deepStrictEqual(reasons.get(deleted), "USER_ACCOUNT_DELETED")
        assert.strictEqual(yield* mailsTo(ann.email), 1)
      })
  )

  delivers(
    "capacity limits the emails per second, a boost quadruples it, and emails with high priority are sent first",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        const urgent = yield* newUser("bob@example.com")
        yield* sendNews(Array.from({ length: 60 }, () => userId))
        const atOnce = yield* mailsTo(ann.email)
        yield* sendNews([urgent], { isHighPriority: true })
        yield* TestClock.adjust("1 second")
        yield* newest

        const { capacity, stats } = yield* asServer(Emails.getDeliveryInfo())

        assert.isBelow(atOnce, 60)
        assert.strictEqual(yield* mailsTo("bob@example.com"), 1)
        assert.isAbove(yield* mailsTo(ann.email), atOnce)
        assert.isBelow(yield* mailsTo(ann.email), 60)
        assert.strictEqual(stats.hour.sent, (yield* mailsTo(ann.email)) + 1)
        yield* asServer(Emails.boostCapacity())
        const boosted = yield* asServer(Emails.getDeliveryInfo())
        assert.strictEqual(boosted.capacity.ratePerSecond, capacity.ratePerSecond * 4)
      })
  )

  it.effect(
    "an email that the mail server doesn't accept is retried four times, and then fails with a server error",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        yield* sendNews([userId])
        const retried = yield* newest
        for (const wait of [60, 120, 240, 480]) yield* TestClock.adjust(`${wait} seconds`)

        const failed = yield* newest

        assert.deepInclude(retried, { status: "scheduled", sendRetries: 1 })
        assert.isNotNull(retried.nextSendRetryAt)
        assert.deepInclude(failed, { status: "server-error", simpleStatus: "error", sendRetries: 4 })
        assert.deepStrictEqual(failed.sendAttemptErrors?.map(({ attemptNumber }) => attemptNumber), [1, 2, 3, 4, 5])
      }).pipe(
        Effect.provide(withServer({ host: "127.0.0.1", port: 1 })),
        Effect.provideService(RenderTimeout, hangMillis)
      )
  )

  it.effect(
    "an email fails immediately if the mail server is unknown, and is sent if it is retried with a corrected server",
    () =>
      Effect.gen(function*() {
        const port = yield* silentMailServer("127.0.0.1")
        const userId = yield* newUser()
        yield* sendNews([userId])
        const failed = yield* newest
        ;(yield* Emulator).projects.configure({ emailConfig: { ...mailServer, host: "127.0.0.1", port } })

        const retried = yield* asAdmin(outbox.retry(failed))

        assert.deepInclude(failed, { status: "server-error", sendRetries: 0 })
        assert.strictEqual(retried.status, "preparing")
        assert.strictEqual((yield* newest).status, "sent")
      }).pipe(
        Effect.provide(withServer({ host: "smtp.example.com", port: 2500 })),
        Effect.provideService(RenderTimeout, hangMillis),
        Effect.scoped
      )
  )
})

describe("the outbox of the platform", () => {
  it.effect("the platform's own emails are in the outbox and in the email log", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* TestClock.adjust("1 second")
      yield* asServer(Emails.sendSignInInvitation({ email: "newbie@example.com", callbackUrl }))

      const [invitation, verification] = yield* listed()

      assert.deepStrictEqual(invitation!.to, { type: "custom-emails", emails: ["newbie@example.com"] })
      assert.deepStrictEqual([verification!.to.type, verification!.to.emails], ["user-custom-emails", [ann.email]])
      assert.deepInclude(verification, { status: "sent", isTransactional: true })
      const { items } = yield* asAdmin(SentEmails.list())
      assert.deepStrictEqual(items.map(({ error, id }) => [id, error]), [[invitation!.id, null], [
        verification!.id,
        null
      ]])
    }).pipe(
      Effect.provide(emulated({ revision: "2026-04" })),
      Effect.provideService(RenderTimeout, hangMillis)
    ))

  delivers(
    "pages of the outbox follow each other without gaps, newest first, and filters apply",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        for (const subject of ["1", "2", "3"]) {
          yield* sendNews([userId], { subject })
          yield* TestClock.adjust("1 second")
        }

        const first = yield* asServer(EmailOutbox.list({ limit: 2 }))
        const second = yield* asServer(EmailOutbox.list({ limit: 2, cursor: first.pagination!.nextCursor! }))

        const subjects = [first, second].map(({ items }) => items.map(({ subject }) => subject))
        assert.deepStrictEqual(subjects, [["3", "2"], ["1"]])
        assert.isNull(second.pagination!.nextCursor)
        assert.strictEqual((yield* listed({ simpleStatus: "error" })).length, 0)
        assert.strictEqual(
          (yield* send("GET", "/api/v1/emails/outbox?status=SENT", { level: "server" })).json.items.length,
          3
        )
        assert.strictEqual((yield* send("GET", "/api/v1/emails/outbox?status=lost", { level: "server" })).status, 500)
      })
  )
})

describe("email drafts", () => {
  delivers(
    "a draft is created, changed, sent and deleted, and keeps its theme when only its name changes",
    () =>
      Effect.gen(function*() {
        const userId = yield* newUser()
        const { id } = yield* asAdmin(emailDrafts.create({ displayName: "News", themeId: false }))
        yield* asAdmin(emailDrafts.save({ id, displayName: "Weekly news" }))
        yield* asServer(Emails.send({ userIds: [userId], draftId: id, subject: "Draft" }))

        const [draft] = yield* asAdmin(emailDrafts.list())

        assert.deepInclude(draft, { id, displayName: "Weekly news", themeId: false })
        assert.isNotNull(draft!.sentAt)
        assert.strictEqual((yield* lastMail(ann.email)).subject, "Draft")
        yield* asAdmin(emailDrafts.delete({ id }))
        assert.strictEqual((yield* newest).emailDraftId, id)
        const gone = yield* send("GET", `/api/v1/internal/email-drafts/${id}`, { level: "admin" })
        assert.strictEqual(gone.status, 404)
      })
  )
})
