/** Themes and templates as owners edit them: seen first, kept when they work; in process and over a port. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as emailTemplates from "../../../src/admin/emailTemplates.ts"
import * as emailThemes from "../../../src/admin/emailThemes.ts"
import { asAdmin } from "../../layers/emulator/support.ts"
import { overBothTransports } from "../../support/transports.ts"

const own = {
  config: {
    emailConfig: {
      type: "standard",
      host: "smtp.example.com",
      port: 2500,
      username: "mailer",
      password: "mailer-secret",
      senderName: "Mailer",
      senderEmail: "hello@example.com"
    }
  }
} as const

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
      }).pipe(asAdmin, Effect.provide(emulated(own))), slow)
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
        }).pipe(asAdmin, Effect.provide(emulated(own))),
      slow
    )
  })
})
