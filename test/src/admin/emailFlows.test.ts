/** Mails as owners write and send them: seen first, kept when they work, logged; in process and over a port. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { builtInEmailThemes } from "../../../schemas/entities/EmailTheme.ts"
import * as aiChat from "../../../src/admin/aiChat.ts"
import * as emails from "../../../src/admin/emails.ts"
import * as emailTemplates from "../../../src/admin/emailTemplates.ts"
import * as emailThemes from "../../../src/admin/emailThemes.ts"
import * as sentEmails from "../../../src/admin/sentEmails.ts"
import * as users from "../../../src/server/users.ts"
import { mailServer, withMailServer } from "../../support/mailServers.ts"
import { overBothTransports } from "../../support/transports.ts"
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

const slow = { timeout: 30_000 }

overBothTransports(({ emulated }) => {
  describe("an e-mail theme", () => {
    it.live("is seen before it is saved, and a broken one changes nothing", () =>
      Effect.gen(function*() {
        const { id: themeId } = yield* emailThemes.create({ displayName: "Seaside" })
        const { html } = yield* emailThemes.preview({ tsxSource: theme })
        yield* emailThemes.save({ themeId, tsxSource: theme })
        const broken = yield* Effect.flip(emailThemes.save({ themeId, tsxSource: "export const EmailTheme =" }))

        assert.include(html, "seaside")
        assert.strictEqual(broken._tag, "EmailRenderingError")
        assert.strictEqual((yield* emailThemes.get({ id: themeId })).tsxSource, theme)
        assert.include((yield* emailThemes.list()).map(({ displayName }) => displayName), "Seaside")
      }).pipe(asAdmin, Effect.provide(emulated(withMailServer))), slow)

    it.effect("stays, for the platform deletes none", () =>
      Effect.gen(function*() {
        const { id } = yield* emailThemes.create({ displayName: "Seaside" })

        const refused = yield* Effect.flip(emailThemes.delete({ id }))

        assert.deepInclude(refused.reason, { _tag: "HttpFailure", status: 405 })
        assert.strictEqual((yield* emailThemes.get({ id })).displayName, "Seaside")
      }).pipe(asAdmin, Effect.provide(emulated())))
  })

  describe("an e-mail template", () => {
    it.live(
      "is seen before it is saved, in the theme it is saved with, and found again",
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
        }).pipe(asAdmin, Effect.provide(emulated(withMailServer))),
      slow
    )

    it.live(
      "is rewritten by the model for its owner to look at, and stays as it is until it is saved",
      () =>
        Effect.gen(function*() {
          const before = yield* emailTemplates.list()

          const { tsxSource } = yield* emailTemplates.rewriteSource({ templateTsxSource: template })

          assert.include(tsxSource, template)
          assert.deepStrictEqual(yield* emailTemplates.list(), before)
        }).pipe(asAdmin, Effect.provide(emulated(withMailServer))),
      slow
    )
  })

  describe("a mail to users", () => {
    it.live("goes to whoever has an address, and is in the log of what was sent", () =>
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
      }).pipe(asAdmin, Effect.provide(emulated(withMailServer))), slow)

    it.effect("can be an invitation to sign in", () =>
      Effect.gen(function*() {
        yield* emails.sendSignInInvitation({ email: "bob@example.com", callbackUrl })

        assert.deepStrictEqual((yield* sentEmails.list()).map(({ to }) => to), [["bob@example.com"]])
      }).pipe(asAdmin, Effect.provide(emulated())))

    it.effect("may be one of four times as many while the capacity is boosted", () =>
      Effect.gen(function*() {
        const before = yield* emails.getDeliveryInfo()
        yield* emails.boostCapacity()
        const boosted = yield* emails.getDeliveryInfo()

        assert.deepStrictEqual([before, boosted].map(({ capacity }) => capacity.boostMultiplier), [1, 4])
      }).pipe(asAdmin, Effect.provide(emulated())))

    it.live("is tried out with the settings of a mail server before they are kept", () =>
      Effect.gen(function*() {
        const { type: _, ...config } = mailServer
        const emailConfig = { ...config, host: "127.0.0.1", port: 1, password: Redacted.make(config.password) }

        const tried = yield* emails.sendTest({ recipientEmail: "ann@example.com", emailConfig })

        assert.isFalse(tried.success)
        assert.isNotNull((yield* sentEmails.list())[0]!.error)
      }).pipe(asAdmin, Effect.provide(emulated())))
  })

  describe("a conversation with the model about a theme", () => {
    const threadId = builtInEmailThemes.light

    it.effect("proposes a source, and keeps question and answer", () =>
      Effect.gen(function*() {
        const { tsxSource } = yield* emailThemes.get({ id: threadId })

        const content = yield* aiChat.ask({ threadId, contextType: "email-theme", text: "Make it blue" })

        // the embedded platform's model follows a script: it proposes what is there
        assert.strictEqual(aiChat.proposedSource(content), tsxSource)
        const asked = { role: "user", content: [{ type: "text", text: "Make it blue" }] }
        assert.deepStrictEqual(yield* aiChat.list({ threadId }), [
          asked,
          { role: "assistant", content: JSON.parse(JSON.stringify(content)) }
        ])
      }).pipe(asAdmin, Effect.provide(emulated())))

    it.effect("is kept as far as it is saved", () =>
      Effect.gen(function*() {
        const message = { role: "user", content: "Make it blue" } as const

        yield* aiChat.send({ threadId, contextType: "email-theme", messages: [message] })
        const before = yield* aiChat.list({ threadId })
        yield* aiChat.save({ threadId, message })

        assert.deepStrictEqual([before, yield* aiChat.list({ threadId })], [[], [message]])
      }).pipe(asAdmin, Effect.provide(emulated())))
  })
})
