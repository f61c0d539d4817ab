/** Emails that project owners preview, save, send and list. In-process and over a port. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { builtInEmailThemes } from "../../../schemas/entities/emailIds.ts"
import * as aiChat from "../../../src/admin/aiChat.ts"
import * as emails from "../../../src/admin/emails.ts"
import * as emailTemplates from "../../../src/admin/emailTemplates.ts"
import * as emailThemes from "../../../src/admin/emailThemes.ts"
import * as sentEmails from "../../../src/admin/sentEmails.ts"
import * as users from "../../../src/server/users.ts"
import { mailServer, withMailServer } from "../../support/platform/mailServers.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asAdmin, callbackUrl } from "../emulator/support/support.ts"

const theme = `import { Html } from "@react-email/components"
export const EmailTheme = ({ children }: any) => <Html><main className="seaside">{children}</main></Html>`

const template = `import { NotificationCategory, Subject } from "@stackframe/emails"
export const variablesSchema = (v: any) => v
export const EmailTemplate = ({ user }: any) => (
  <p>
    <Subject value="Hi" />
    <NotificationCategory value="Transactional" />
    Dear {user.displayName}
  </p>
)
EmailTemplate.PreviewVariables = {}`

overBothTransports(({ emulated }) => {
  describe("email themes", () => {
    it.live(
      "an admin client previews an email theme before saving it, and keeps the saved theme if a new source is broken",
      () =>
        Effect.gen(function*() {
          const { id: themeId } = yield* emailThemes.create({ displayName: "Seaside" })
          const { html } = yield* emailThemes.preview({ tsxSource: theme })
          yield* emailThemes.save({ themeId, tsxSource: theme })
          const broken = yield* Effect.flip(emailThemes.save({ themeId, tsxSource: "export const EmailTheme =" }))

          assert.include(html, "seaside")
          assert.strictEqual(broken._tag, "EmailRenderingError")
          assert.strictEqual((yield* emailThemes.get({ id: themeId })).tsxSource, theme)
          assert.include((yield* emailThemes.list()).map(({ displayName }) => displayName), "Seaside")
        }).pipe(asAdmin, Effect.provide(emulated(withMailServer)))
    )

    it.effect("an admin client can't delete an email theme, because the platform doesn't support it", () =>
      Effect.gen(function*() {
        const { id } = yield* emailThemes.create({ displayName: "Seaside" })

        const refused = yield* Effect.flip(emailThemes.delete({ id }))

        assert.deepInclude(refused.reason, { _tag: "HttpFailure", status: 405 })
        assert.strictEqual((yield* emailThemes.get({ id })).displayName, "Seaside")
      }).pipe(asAdmin, Effect.provide(emulated())))
  })

  describe("email templates", () => {
    it.live(
      "an admin client previews an email template before saving it with a theme, and reads the saved template back",
      () =>
        Effect.gen(function*() {
          const { id: themeId } = yield* emailThemes.create({ displayName: "Seaside" })
          const { id: templateId } = yield* emailTemplates.create({ displayName: "Greeting" })
          const { html } = yield* emailTemplates.preview({ tsxSource: template })
          yield* emailTemplates.save({ templateId, tsxSource: template, themeId })
          const kept = Option.getOrThrow(yield* emailTemplates.get({ templateId }))
          yield* emailTemplates.delete({ templateId })

          assert.include(html, "Dear ")
          assert.deepStrictEqual([kept.tsxSource, kept.themeId], [template, themeId])
          assert.isTrue(Option.isNone(yield* emailTemplates.get({ templateId })))
        }).pipe(asAdmin, Effect.provide(emulated(withMailServer)))
    )

    it.live(
      "an admin client returns an email template that the AI model has rewritten, without saving it",
      () =>
        Effect.gen(function*() {
          const before = yield* emailTemplates.list()

          const { tsxSource } = yield* emailTemplates.rewriteSource({ templateTsxSource: template })

          assert.include(tsxSource, template)
          assert.deepStrictEqual(yield* emailTemplates.list(), before)
        }).pipe(asAdmin, Effect.provide(emulated(withMailServer)))
    )
  })

  describe("emails to users", () => {
    it.live("an email is sent only to users with an address, and added to the email log", () =>
      Effect.gen(function*() {
        const { id: reached } = yield* users.create({ primaryEmail: "bob@example.com" })
        const { id: unreached } = yield* users.create({})

        const results = yield* emails.send({
          userIds: [reached, unreached],
          subject: "News",
          html: "<p>Hello</p>",
          themeId: false
        })

        assert.deepStrictEqual(results, [{ userId: reached, userEmail: "bob@example.com" }, { userId: unreached }])
        assert.deepStrictEqual((yield* sentEmails.list()).map(({ subject, to }) => [to, subject]), [
          [["bob@example.com"], "News"]
        ])
      }).pipe(asAdmin, Effect.provide(emulated(withMailServer))))

    it.effect("an admin client sends sign-in invitations by email", () =>
      Effect.gen(function*() {
        yield* emails.sendSignInInvitation({ email: "bob@example.com", callbackUrl })

        assert.deepStrictEqual((yield* sentEmails.list()).map(({ to }) => to), [["bob@example.com"]])
      }).pipe(asAdmin, Effect.provide(emulated())))

    it.effect("a boost quadruples the email capacity", () =>
      Effect.gen(function*() {
        const before = yield* emails.getDeliveryInfo()
        yield* emails.boostCapacity()
        const boosted = yield* emails.getDeliveryInfo()

        assert.deepStrictEqual([before, boosted].map(({ capacity }) => capacity.boostMultiplier), [1, 4])
      }).pipe(asAdmin, Effect.provide(emulated())))

    it.live("an admin client tests the settings of a mail server before saving them", () =>
      Effect.gen(function*() {
        const { type: _, ...config } = mailServer
        const emailConfig = { ...config, host: "127.0.0.1", port: 1, password: Redacted.make(config.password) }

        const tried = yield* emails.sendTest({ recipientEmail: "ann@example.com", emailConfig })

        assert.isFalse(tried.success)
        assert.isNotNull((yield* sentEmails.list())[0]!.error)
      }).pipe(asAdmin, Effect.provide(emulated())))
  })

  describe("conversations with the AI model about a theme", () => {
    const threadId = builtInEmailThemes.light

    it.effect("the AI model proposes a theme source, and the conversation stores the question and the response", () =>
      Effect.gen(function*() {
        const { tsxSource } = yield* emailThemes.get({ id: threadId })

        const content = yield* aiChat.ask({ threadId, contextType: "email-theme", text: "Make it blue" })

        // the emulator's AI model follows a script: it proposes the source without changes
        assert.strictEqual(aiChat.proposedSource(content), tsxSource)
        const question = { role: "user", content: [{ type: "text", text: "Make it blue" }] }
        assert.deepStrictEqual(yield* aiChat.list({ threadId }), [
          question,
          { role: "assistant", content: JSON.parse(JSON.stringify(content)) }
        ])
      }).pipe(asAdmin, Effect.provide(emulated())))

    it.effect("a conversation with the AI model keeps only saved messages", () =>
      Effect.gen(function*() {
        const message = { role: "user", content: "Make it blue" } as const

        yield* aiChat.send({ threadId, contextType: "email-theme", messages: [message] })
        const before = yield* aiChat.list({ threadId })
        yield* aiChat.save({ threadId, message })

        assert.deepStrictEqual([before, yield* aiChat.list({ threadId })], [[], [message]])
      }).pipe(asAdmin, Effect.provide(emulated())))
  })
})
