import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Emails from "../../../../schemas/endpoints/emails.ts"
import * as EmailTemplates from "../../../../schemas/endpoints/emailTemplates.ts"
import * as EmailThemes from "../../../../schemas/endpoints/emailThemes.ts"
import * as InternalProjects from "../../../../schemas/endpoints/internalProjects.ts"
import * as Otp from "../../../../schemas/endpoints/otp.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import * as SentEmails from "../../../../schemas/endpoints/sentEmails.ts"
import * as TeamInvitations from "../../../../schemas/endpoints/teamInvitations.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import { builtInEmailTemplates, builtInEmailThemes } from "../../../../schemas/entities/emailIds.ts"
import { Emulator, type Mail } from "../../../../src/emulator/index.ts"
import { withMailServer } from "../../../support/platform/mailServers.ts"
import { ann, asAdmin, asServer, callbackUrl, emulated, signUp } from "../support/support.ts"

/** Returns a custom template. Its component starts with the given statement. */
const edited = (statement = "") =>
  `import { NotificationCategory, Subject } from "@stackframe/emails"
export function EmailTemplate({ project, user, variables }: any) {
  ${statement}
  return (
    <div>
      <Subject value={"Welcome to " + project.displayName} />
      <NotificationCategory value="Transactional" />
      <p>{"Good day, " + (user.displayName ?? "stranger")}</p>
      <a href={variables.emailVerificationLink}>Here</a>
    </div>
  )
}
EmailTemplate.PreviewVariables = { emailVerificationLink: "https://example.com", isPreview: true }`

const edit = (tsxSource: string) =>
  asAdmin(EmailTemplates.update({ templateId: builtInEmailTemplates.emailVerification, tsxSource }))

const mailsTo = (address: string) => Emulator.useSync(({ outbox }) => outbox.byAddress(address))

const seen = (mail: Mail) => Emulator.use(({ outbox }) => Effect.promise(() => outbox.rendered(mail)))

/** Returns the code, the link and the OTP of an email. */
const waysOn = ({ code, link, otp }: Mail) => ({ code, link, otp })

describe("emails of the platform itself", () => {
  it.effect("a sign-in email shows the sign-in code in the subject, and no other code", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Password.sendResetCode({ email: ann.email, callbackUrl })
      yield* Otp.sendSignInCode({ email: "bob@example.com", callbackUrl })

      const [signIn] = yield* mailsTo("bob@example.com")
      const others = yield* mailsTo(ann.email)

      assert.strictEqual(signIn!.subject, `Sign in to My app: your code is ${signIn!.otp}`)
      assert.strictEqual((yield* seen(signIn!)).subject, signIn!.subject)
      for (const { code, subject } of others) assert.notInclude(subject, code!.slice(0, 6))
    }).pipe(Effect.provide(emulated())))

  it.effect(
    "an email is rendered with its template and theme when it is read, always with the same link",
    () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* Password.sendResetCode({ email: ann.email, callbackUrl: `${callbackUrl}?from=mail` })
        yield* Otp.sendSignInCode({ email: "bob@example.com", callbackUrl })
        const { id: teamId } = yield* asServer(Teams.createAsServer({ displayName: "Tea & Co", creatorUserId: userId }))
        yield* asServer(TeamInvitations.sendCode({ email: "bob@example.com", teamId, callbackUrl }))
        yield* Effect.ignore(asAdmin(Emails.sendSignInInvitation({ email: "bob@example.com", callbackUrl })))
        const mails = [...yield* mailsTo(ann.email), ...yield* mailsTo("bob@example.com")]
        const plain = mails.map((mail) => ({ ...mail }))

        const looked = yield* Effect.forEach(mails, seen)

        assert.deepStrictEqual(looked.map(({ kind }) => kind), [
          "emailVerification",
          "passwordReset",
          "signIn",
          "teamInvitation",
          "signInInvitation"
        ])
        assert.deepStrictEqual(looked.map(waysOn), plain.map(waysOn))
        for (const [at, { html, link, otp, subject, text }] of looked.entries()) {
          assert.strictEqual(subject, plain[at]!.subject)
          assert.include(text, link!)
          assert.include(text, "If you did not request this email, ignore it.")
          assert.include(html!, link!.replaceAll("&", "&amp;"))
          assert.include(html!, "background-color:rgb(255,255,255)")
          if (otp !== undefined) assert.include(text, otp)
        }
        assert.include(looked[3]!.text, "Tea & Co")
      }).pipe(Effect.provide(emulated()))
  )

  it.effect("emails are rendered with the project's theme", () =>
    Effect.gen(function*() {
      yield* asAdmin(InternalProjects.updateCurrent({ config: { emailTheme: builtInEmailThemes.dark } }))
      yield* signUp()
      const [mail] = yield* mailsTo(ann.email)

      const { html } = yield* seen(mail!)

      assert.match(html!, /[;"]color:rgb\(255,255,255\)/)
      assert.notInclude(html!, "background-color:rgb(255,255,255)")
    }).pipe(Effect.provide(emulated())))

  it.effect(
    "emails with an edited template or theme are rendered before they are added to the outbox and the log",
    () =>
      Effect.gen(function*() {
        yield* edit(edited())
        yield* signUp()

        const [mail] = yield* mailsTo(ann.email)

        assert.strictEqual(mail!.subject, "Welcome to My app")
        assert.include(mail!.text, "Good day, stranger")
        assert.include(mail!.text, mail!.link!)
        const { items: [logged] } = yield* asAdmin(SentEmails.list())
        assert.strictEqual(logged!.subject, mail!.subject)

        const { tsxSource } = yield* asAdmin(EmailThemes.get({ id: builtInEmailThemes.light }))
        const seaside = tsxSource.replace("{children}", "<div>By the sea</div>{children}")
        yield* asAdmin(EmailThemes.update({ id: builtInEmailThemes.light, tsxSource: seaside }))
        yield* Password.sendResetCode({ email: ann.email, callbackUrl })
        assert.include((yield* mailsTo(ann.email))[1]!.text, "By the sea")
      }).pipe(Effect.provide(emulated(withMailServer)))
  )

  it.effect(
    "an email is sent as plain text with a working link if the template fails to render",
    () =>
      Effect.gen(function*() {
        yield* edit(edited("if (!variables.isPreview) throw new Error(\"not like this\")"))

        yield* signUp()

        const [mail] = yield* mailsTo(ann.email)
        assert.strictEqual(mail!.subject, "Verify your email at My app")
        assert.include(mail!.text, mail!.link!)
        yield* Effect.asVoid(Password.signIn(ann))
      }).pipe(Effect.provide(emulated(withMailServer)))
  )

  it.effect(
    "an email is rendered with the template from the time of sending, even after the state is saved and loaded",
    () =>
      Effect.gen(function*() {
        const { state } = yield* Emulator
        yield* signUp()
        yield* edit(edited())
        yield* Effect.promise(async () => state.load(await state.save()))
        const [mail] = yield* mailsTo(ann.email)

        const { subject, text } = yield* seen(mail!)

        assert.strictEqual(subject, "Verify your email at My app")
        assert.include(text, "Hello,")
      }).pipe(Effect.provide(emulated(withMailServer)))
  )

  it.effect("deleting an email also deletes the sources from which it would be rendered", () =>
    Effect.gen(function*() {
      const { outbox, store } = yield* Emulator
      yield* signUp()
      yield* signUp({ email: "bob@example.com", password: Redacted.make("battery staple") })

      const removed = outbox.remove(ann.email)

      assert.deepStrictEqual([removed, [...store.unrendered.keys()]], [1, outbox.byAddress("bob@example.com")])
      outbox.clear()
      assert.strictEqual(store.unrendered.size, 0)
    }).pipe(Effect.provide(emulated())))
})
