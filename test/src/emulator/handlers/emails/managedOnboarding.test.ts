import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as AiConversations from "../../../../../schemas/endpoints/aiConversations.ts"
import * as EmailOutbox from "../../../../../schemas/endpoints/emailOutbox.ts"
import * as Emails from "../../../../../schemas/endpoints/emails.ts"
import * as FeatureRequests from "../../../../../schemas/endpoints/featureRequests.ts"
import * as Feedback from "../../../../../schemas/endpoints/feedback.ts"
import * as ManagedOnboarding from "../../../../../schemas/endpoints/managedOnboarding.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import type { CallError } from "../../../../../schemas/errors/CallError.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { RenderTimeout } from "../../../../../src/emulator/mail/rendering.ts"
import { hangMillis } from "../../../../support/suite/hangMillis.ts"
import { ann, asAdmin, asOwner, asServer, emulated, lastMail, owner, send } from "../../support/support.ts"

const sender = { subdomain: " Mail.Example.com. ", senderLocalPart: "hello" }

const otherOwner = { email: "otto@example.com", password: "battery staple" }

const reasonOf = (error: CallError | { readonly _tag: string }): unknown =>
  "reason" in error ? error.reason._tag : undefined

const setup = (domain = sender) => asAdmin(ManagedOnboarding.setup(domain))

const apply = ({ domainId }: { readonly domainId: string }) => asAdmin(ManagedOnboarding.apply({ domainId }))

describe("managed domains", () => {
  it.effect(
    "a managed domain is verified after a while, and the project's emails are sent from it once it is applied",
    () =>
      Effect.gen(function*() {
        const { id } = yield* asServer(Users.create({ primaryEmail: ann.email }))
        const domain = yield* setup()
        const early = yield* Effect.flip(apply(domain))
        yield* TestClock.adjust("1 second")
        const { domainId, senderLocalPart, subdomain } = domain
        const checked = yield* asAdmin(ManagedOnboarding.check({ domainId, senderLocalPart, subdomain }))

        const applied = yield* apply(domain)

        assert.deepInclude(domain, { subdomain: "mail.example.com", status: "pending_verification" })
        assert.strictEqual(domain.nameServerRecords.length, 2)
        assert.strictEqual(early._tag, "CallError")
        assert.deepStrictEqual([checked.status, applied.status], ["verified", "applied"])
        yield* asServer(Emails.send({ userIds: [id], html: "<p>Hi</p>", subject: "Hi" }))
        assert.deepStrictEqual((yield* lastMail(ann.email)).from.address, "hello@mail.example.com")
        assert.strictEqual((yield* asServer(EmailOutbox.list())).items[0]!.status, "sent")
      }).pipe(Effect.provide(emulated({ revision: "2026-04" })), Effect.provideService(RenderTimeout, hangMillis))
  )

  it.effect("setting up a domain again returns the same entry, but is rejected with a different sender", () =>
    Effect.gen(function*() {
      const first = yield* setup()
      const again = yield* setup()

      const errors = yield* Effect.forEach([
        { ...sender, senderLocalPart: "other" },
        { ...sender, subdomain: "localhost" },
        { subdomain: "other.example.com", senderLocalPart: "a b" }
      ], (domain) => Effect.flip(setup(domain)))
      const statuses = errors.map((error) =>
        error._tag === "CallError" && error.reason._tag === "HttpFailure" && error.reason.status
      )

      assert.strictEqual(again.domainId, first.domainId)
      assert.deepStrictEqual(statuses, [409, 400, 400])
      const { items } = yield* asAdmin(ManagedOnboarding.list())
      assert.deepStrictEqual(items.map(({ domainId }) => domainId), [first.domainId])
    }).pipe(Effect.provide(emulated())))

  it.effect("a managed domain waits for a report if the seed is configured that way, and the report determines its state", () =>
    Effect.gen(function*() {
      const { managedDomains } = yield* Emulator
      const first = yield* setup()
      yield* TestClock.adjust("1 day")
      const early = yield* Effect.isFailure(apply(first))
      const known = managedDomains.report(first.subdomain, "verified")
      yield* apply(first)
      managedDomains.report(first.subdomain, "failed")
      const { items } = yield* asAdmin(ManagedOnboarding.list())

      assert.deepStrictEqual([early, known, managedDomains.report("other.example.com", "failed")], [true, true, false])
      assert.deepStrictEqual(items.map(({ status }) => status), ["failed"])
    }).pipe(Effect.provide(emulated({ domainVerification: Infinity }))))

  it.effect("the id of a managed domain contains its name, with underscores", () =>
    Effect.gen(function*() {
      assert.match((yield* setup()).domainId, /^managed_mock_[\da-f-]{36}_[a-z0-9]+_example_com$/)
    }).pipe(Effect.provide(emulated())))

  it.effect("applying a second managed domain replaces the first", () =>
    Effect.gen(function*() {
      const first = yield* setup()
      const second = yield* setup({ ...sender, subdomain: "news.example.com" })
      yield* TestClock.adjust("1 second")
      yield* apply(first)
      yield* apply(second)

      const { items } = yield* asAdmin(ManagedOnboarding.list())

      const statuses = new Map(items.map(({ domainId, status }) => [domainId, status]))
      assert.deepStrictEqual([statuses.get(first.domainId), statuses.get(second.domainId)], ["verified", "applied"])
    }).pipe(Effect.provide(emulated())))
})

describe("feature requests", () => {
  it.effect("project owners can post feature requests, and a second vote of the same owner withdraws the first", () =>
    Effect.gen(function*() {
      const { id } = yield* asOwner(FeatureRequests.create({ title: "Dark mode" }))
      const vote = yield* asOwner(FeatureRequests.upvote({ featureRequestId: id! }))

      const { posts } = yield* asOwner(FeatureRequests.list())

      assert.isFalse(vote.upvoted)
      assert.deepInclude(posts[0], { id: id!, title: "Dark mode", upvotes: 0, userHasUpvoted: false })
    }).pipe(Effect.provide(emulated({ owners: [owner] }))))

  it.effect("feature requests are rejected outside the project internal", () =>
    Effect.gen(function*() {
      const { status } = yield* send("GET", "/api/v1/internal/feature-requests", { level: "client" })

      assert.strictEqual(status, 400)
    }).pipe(Effect.provide(emulated())))
})

describe("AI conversations", () => {
  it.effect("an owner's conversations about a project are listed, most recently changed first", () =>
    Effect.gen(function*() {
      const messages = [{ role: "user", content: "Make it blue." }] as const
      const about = (projectId: string) => AiConversations.create({ projectId, title: "Theme", messages })
      const older = yield* asOwner(about("shop"))
      yield* TestClock.adjust("1 second")
      const newer = yield* asOwner(about("shop"))
      yield* asOwner(about("blog"))
      yield* TestClock.adjust("1 second")
      yield* asOwner(AiConversations.update({ conversationId: older.id, title: "Blue theme" }))

      const { conversations } = yield* asOwner(AiConversations.list({ projectId: "shop" }))

      assert.deepStrictEqual(conversations.map(({ id, title }) => [id, title]), [
        [older.id, "Blue theme"],
        [newer.id, "Theme"]
      ])
      assert.strictEqual(conversations[0]!.updatedAt.getTime() - conversations[1]!.updatedAt.getTime(), 1000)
    }).pipe(Effect.provide(emulated({ owners: [owner] }))))

  it.effect("replaced messages get new ids, and a deleted conversation is not found", () =>
    Effect.gen(function*() {
      const message = { role: "user", content: [{ type: "text", text: "Make it blue." }] } as const
      const created = yield* asOwner(
        AiConversations.create({ projectId: "shop", title: "Theme", messages: [message] })
      )
      const named = { conversationId: created.id }
      const before = yield* asOwner(AiConversations.get(named))
      yield* asOwner(
        AiConversations.replaceMessages({ ...named, messages: [message, { role: "assistant", content: "Done." }] })
      )
      const after = yield* asOwner(AiConversations.get(named))

      yield* asOwner(AiConversations.delete(named))
      const error = yield* Effect.flip(asOwner(AiConversations.get(named)))

      assert.deepStrictEqual(before.messages.map(({ content, role }) => ({ role, content })), [message])
      assert.deepStrictEqual(after.messages.map(({ role }) => role), ["user", "assistant"])
      assert.notStrictEqual(after.messages[0]!.id, before.messages[0]!.id)
      assert.deepInclude(error._tag === "CallError" ? error.reason : {}, { _tag: "HttpFailure", status: 404 })
    }).pipe(Effect.provide(emulated({ owners: [owner] }))))

  it.effect("another owner's conversation is not found, and other projects cannot use conversations", () =>
    Effect.gen(function*() {
      const { id: conversationId } = yield* asOwner(
        AiConversations.create({ projectId: "shop", title: "Theme", messages: [] })
      )

      const signedOut = yield* Effect.flip(asOwner(AiConversations.get({ conversationId }), { signedIn: false }))
      const { status } = yield* send("GET", "/api/v1/internal/ai-conversations?projectId=shop", { level: "client" })
      const other = yield* Effect.flip(asOwner(AiConversations.get({ conversationId }), { as: otherOwner }))

      assert.deepStrictEqual([reasonOf(signedOut), status], ["SchemaError", 400])
      assert.deepInclude(other._tag === "CallError" ? other.reason : {}, { _tag: "HttpFailure", status: 404 })
    }).pipe(Effect.provide(emulated({ owners: [owner, otherOwner] }))))
})

describe("feedback", () => {
  it.effect("feedback is emailed to the platform's support by the project that sends it, or by the owners' project", () =>
    Effect.gen(function*() {
      yield* Feedback.send({ name: "Ann", email: ann.email, message: "It works.", feedbackType: "bug" })
      const { subject, text } = yield* lastMail("support@latchkey.localhost")
      const json = { email: ann.email, message: "It works." }
      const { status } = yield* send("POST", "/api/v1/internal/feedback", { json })

      assert.deepStrictEqual([subject, text, status], [`Bug report from Ann <${ann.email}>`, "It works.", 200])
      const { project, store } = yield* Emulator
      assert.strictEqual((yield* lastMail("support@latchkey.localhost")).subject, `Feedback from ${ann.email}`)
      assert.deepStrictEqual(store.outbox.map(({ projectId }) => projectId), [project.projectId, "internal"])
    }).pipe(Effect.provide(emulated())))

  it.effect("feedback without a message is rejected before the request", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Feedback.send({ email: ann.email, message: "" }))

      assert.strictEqual(error._tag === "CallError" && error.reason._tag, "InvalidInput")
    }).pipe(Effect.provide(emulated())))
})
