import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as AiChat from "../../../../schemas/endpoints/aiChat.ts"
import * as Emails from "../../../../schemas/endpoints/emails.ts"
import * as EmailTemplates from "../../../../schemas/endpoints/emailTemplates.ts"
import * as EmailThemes from "../../../../schemas/endpoints/emailThemes.ts"
import * as InternalProjects from "../../../../schemas/endpoints/internalProjects.ts"
import * as SentEmails from "../../../../schemas/endpoints/sentEmails.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { builtInEmailTemplates, builtInEmailThemes } from "../../../../schemas/entities/emailIds.ts"
import { TemplateSourceRewriteError } from "../../../../schemas/errors/emails.ts"
import { defaultProject, Emulator } from "../../../../src/emulator/index.ts"
import { withoutTags } from "../../../../src/emulator/mail/emails.ts"
import { RenderTimeout } from "../../../../src/emulator/mail/rendering.ts"
import { mailServer, silentMailServer, withMailServer } from "../../../support/platform/mailServers.ts"
import { hangMillis } from "../../../support/suite/hangMillis.ts"
import { ann, asAdmin, asOwner, asServer, callbackUrl, emulated, owner, send, signUp } from "../support/support.ts"

const nowhere = "33333333-3333-4333-8333-333333333333"

const theme = `import { Body, Head, Html, Tailwind } from "@react-email/components"
export function EmailTheme({ children, unsubscribeLink }: { children: React.ReactNode; unsubscribeLink?: string }) {
  return (
    <Html>
      <Head />
      <Tailwind>
        <Body>
          <div className="bg-blue-50">{children}</div>
          {unsubscribeLink && <a href={unsubscribeLink}>No more</a>}
        </Body>
      </Tailwind>
    </Html>
  )
}`

const template = (body = "", subject = "Weekly digest", category = "Marketing") =>
  `import { Container } from "@react-email/components"
import { NotificationCategory, Subject } from "@stackframe/emails"
export const variablesSchema = (v: any) => v
export function EmailTemplate({ user, variables }: any) {
  ${body}
  return (
    <Container>
      ${subject && `<Subject value="${subject}" />`}
      ${category && `<NotificationCategory value="${category}" />`}
      <div>Hello {user.displayName}, {variables.count} news</div>
    </Container>
  )
}
EmailTemplate.PreviewVariables = { count: 3 }`

const tagOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

/** Raises the limit for rendering in tests of other behaviour, because a busy machine may need more time. */
const patiently = Effect.provideService(RenderTimeout, hangMillis)

describe("email themes", () => {
  it.effect("a project starts with the built-in email themes, and new themes get the source of the light theme", () =>
    Effect.gen(function*() {
      const { id } = yield* asAdmin(EmailThemes.create({ displayName: "Seaside" }))

      const { themes } = yield* asAdmin(EmailThemes.list())

      const earlier = yield* Effect.provide(asAdmin(EmailThemes.list()), emulated({ revision: "2025-08" }))
      const names = themes.map(({ displayName }) => displayName)
      assert.deepStrictEqual(names, ["Default Light", "Default Dark", "Default Colorful", "Seaside"])
      assert.deepStrictEqual(earlier.themes.map(({ displayName }) => displayName), ["Default Light", "Default Dark"])
      const made = yield* asAdmin(EmailThemes.get({ id }))
      const light = yield* asAdmin(EmailThemes.get({ id: builtInEmailThemes.light }))
      assert.strictEqual(made.tsxSource, light.tsxSource)
    }).pipe(Effect.provide(emulated())))

  it.effect(
    "a project can select an email theme, even with the platform's mail server",
    () =>
      Effect.gen(function*() {
        const { id } = yield* asAdmin(EmailThemes.create({ displayName: "Seaside" }))
        yield* asAdmin(EmailThemes.update({ id, tsxSource: theme }))

        const { config } = yield* asAdmin(InternalProjects.updateCurrent({ config: { emailTheme: id } }))

        assert.strictEqual(config.emailTheme, id)
        const { html } = yield* asAdmin(Emails.render({ themeId: null, templateTsxSource: template() }))
        assert.include(html, "background-color:rgb(239,246,255)")
      }).pipe(Effect.provide(emulated()))
  )

  it.effect(
    "EMAIL_RENDERING_ERROR: emailThemes.update with a source that doesn't compile fails and keeps the previous source",
    () =>
      Effect.gen(function*() {
        const { id } = yield* asAdmin(EmailThemes.create({ displayName: "Seaside" }))
        const { tsxSource } = yield* asAdmin(EmailThemes.get({ id }))

        const error = yield* tagOf(asAdmin(EmailThemes.update({ id, tsxSource: "export function EmailTheme( {" })))

        assert.strictEqual(error, "EmailRenderingError")
        assert.strictEqual((yield* asAdmin(EmailThemes.get({ id }))).tsxSource, tsxSource)
      }).pipe(Effect.provide(emulated()))
  )

  it.effect(
    "an email theme with ProjectLogo shows the wide logo for its mode, the small logo if there is no wide one, and nothing if there is neither",
    () =>
      Effect.gen(function*() {
        const { id } = yield* asAdmin(EmailThemes.create({ displayName: "Seaside" }))
        yield* asAdmin(EmailThemes.update({
          id,
          tsxSource: `import { Html } from "@react-email/components"
            import { FullLogo, Logo, ProjectLogo, type ThemeProps } from "@stackframe/emails"
            export function EmailTheme({ children, projectLogos }: ThemeProps) {
              return <Html>
                <ProjectLogo data={projectLogos} /><ProjectLogo data={projectLogos} mode="dark" />{children}
                {projectLogos.logoUrl && <><Logo {...projectLogos} /><FullLogo {...projectLogos} /></>}
              </Html>
            }`
        }))
        const logos = Effect.map(
          asAdmin(Emails.render({ themeId: id, templateTsxSource: template() })),
          ({ html }) => [...html.matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, src]) => src)
        )
        const before = yield* logos
        yield* asAdmin(InternalProjects.updateCurrent({
          logoUrl: "https://example.com/small.png",
          fullLogoUrl: "https://example.com/wide.png",
          logoDarkModeUrl: "https://example.com/dark.png"
        }))

        assert.deepStrictEqual(before, [])
        assert.deepStrictEqual(
          (yield* logos).map((src) => src!.slice(20)),
          ["wide.png", "dark.png", "small.png", "wide.png"]
        )
      }).pipe(patiently, Effect.provide(emulated()))
  )

  it.effect("an unknown email theme gets a 404 in plain text, and themes are never deleted", () =>
    Effect.gen(function*() {
      const path = `/api/v1/internal/email-themes/${nowhere}`
      const level = "admin"
      const got = yield* send("GET", path, { level })
      const updated = yield* send("PATCH", path, { level, json: { tsx_source: theme } })
      const deleted = yield* send("DELETE", path, { level })

      assert.deepStrictEqual([got.status, updated.status, deleted.status], [404, 404, 405])
      assert.deepStrictEqual([got.json, updated.json, deleted.text], [undefined, undefined, ""])
    }).pipe(Effect.provide(emulated())))
})

describe("email templates", () => {
  it.effect(
    "a project starts with the templates of the platform's own emails, which all render",
    () =>
      Effect.gen(function*() {
        const { templates } = yield* asAdmin(EmailTemplates.list())
        assert.deepStrictEqual(templates.map(({ id }) => id), Object.values(builtInEmailTemplates))

        for (const themeId of [builtInEmailThemes.light, builtInEmailThemes.dark]) {
          for (const { id } of templates) {
            const rendered = yield* asAdmin(Emails.render({ themeId, templateId: id }))
            assert.strictEqual(rendered.notificationCategory, "Transactional")
            assert.isAbove(rendered.subject!.length, 0)
          }
        }
      }).pipe(Effect.provide(emulated()))
  )

  it.effect(
    "an email template is stored and rendered with the project's theme, or with its own theme once that is set",
    () =>
      Effect.gen(function*() {
        const { id } = yield* asAdmin(EmailTemplates.create({ displayName: "Weekly" }))

        const { renderedHtml } = yield* asAdmin(
          EmailTemplates.update({ templateId: id, tsxSource: template(), themeId: builtInEmailThemes.dark })
        )
        yield* asAdmin(EmailTemplates.update({ templateId: id, tsxSource: template(), themeId: false }))

        assert.match(renderedHtml, /Hello (<!-- -->)?John Doe/)
        const { templates } = yield* asAdmin(EmailTemplates.list())
        const kept = { id, displayName: "Weekly", tsxSource: template(), themeId: builtInEmailThemes.dark }
        assert.deepStrictEqual(templates.at(-1), kept)
      }).pipe(Effect.provide(emulated(withMailServer)))
  )

  it.effect(
    "EMAIL_RENDERING_ERROR: emailTemplates.update without subject or category, or with a broken source, fails and changes nothing",
    () =>
      Effect.gen(function*() {
        const templateId = builtInEmailTemplates.magicLink
        const before = yield* asAdmin(EmailTemplates.list())
        const sources = [
          template("", ""),
          template("", "Weekly", ""),
          template("throw new Error('no')"),
          "export function EmailTemplate() { return <div>",
          "export const Other = 1"
        ]

        const tags = yield* Effect.forEach(
          sources,
          (tsxSource) => tagOf(asAdmin(EmailTemplates.update({ templateId, tsxSource })))
        )

        assert.deepStrictEqual(new Set(tags), new Set(["EmailRenderingError"]))
        assert.deepStrictEqual(yield* asAdmin(EmailTemplates.list()), before)
      }).pipe(Effect.provide(emulated(withMailServer)))
  )

  for (const [revision, shown] of [["2025-08", true], ["2026-04", false]] as const) {
    it.effect(`on ${revision}, the project's own templates are ${shown ? "" : "not "}listed with the platform's mail server`, () =>
      Effect.gen(function*() {
        const { id } = yield* asAdmin(EmailTemplates.create({ displayName: "Weekly" }))
        const listed = Effect.map(
          asAdmin(EmailTemplates.list()),
          ({ templates }) => templates.map((each) => each.id).filter((each) => each === id).length
        )

        const before = yield* listed
        yield* asAdmin(InternalProjects.updateCurrent({ config: { emailConfig: { type: "shared" } } }))
        const after = yield* listed

        assert.deepStrictEqual([before, after], [1, shown ? 1 : 0])
      }).pipe(Effect.provide(emulated({ ...withMailServer, revision }))))
  }

  it.effect("REQUIRES_CUSTOM_EMAIL_SERVER: emailTemplates.update and .delete fail with the platform's mail server", () =>
    Effect.gen(function*() {
      const updated = yield* tagOf(asAdmin(EmailTemplates.update({ templateId: nowhere, tsxSource: template() })))
      const deleted = yield* tagOf(asAdmin(EmailTemplates.delete({ templateId: nowhere })))

      assert.deepStrictEqual([updated, deleted], ["RequiresCustomEmailServer", "RequiresCustomEmailServer"])
    }).pipe(Effect.provide(emulated())))

  it.effect("a deleted email template is not found", () =>
    Effect.gen(function*() {
      const { id } = yield* asAdmin(EmailTemplates.create({ displayName: "Weekly" }))
      const remove = asAdmin(EmailTemplates.delete({ templateId: id }))

      yield* remove

      assert.strictEqual(yield* tagOf(remove), "HttpFailure")
      assert.strictEqual((yield* asAdmin(EmailTemplates.list())).templates.length, 5)
    }).pipe(Effect.provide(emulated(withMailServer))))
})

describe("rendering", () => {
  const render = (templateTsxSource: string) => asAdmin(Emails.render({ themeId: false, templateTsxSource }))

  it.effect("an email template is rendered with its own preview values", () =>
    Effect.gen(function*() {
      const rendered = yield* asAdmin(Emails.render({ themeTsxSource: theme, templateTsxSource: template() }))

      assert.deepInclude(rendered, { subject: "Weekly digest", notificationCategory: "Marketing" })
      assert.match(rendered.html.replaceAll("<!-- -->", ""), /Hello John Doe, 3 news/)
    }).pipe(Effect.provide(emulated())))

  it.effect(
    "an email source can't use modules, the process, the network or code compiled from strings",
    () =>
      Effect.gen(function*() {
        const react = "import * as React from \"react\"\n"
        const imported = yield* tagOf(render(`import fs from "node:fs"\n${template("fs.readFileSync('/etc/hosts')")}`))
        const evaluated = yield* tagOf(render(template("eval('1')")))
        const constructed = yield* tagOf(render(react + template("React.createElement.constructor('return 1')()")))
        const { html } = yield* render(
          "export const EmailTemplate = () => [typeof process, typeof require, typeof fetch, typeof WebSocket].join(' ')"
        )

        assert.deepStrictEqual(new Set([imported, evaluated, constructed]), new Set(["EmailRenderingError"]))
        assert.match(html, /undefined function undefined undefined/)
      }).pipe(Effect.provide(emulated()))
  )

  for (
    const expression of [
      "A.ark.aliases.Function.proto('return globalThis')()",
      "A.type.$.ambient.Function.proto('return globalThis')()",
      "A.type.errors.constructor('return globalThis')()",
      "Object.getPrototypeOf(A.scope).constructor('return globalThis')()"
    ]
  ) {
    it.effect(`an email source can't compile code from a string with ${expression}`, () =>
      Effect.gen(function*() {
        const source = `import * as A from "arktype"\nexport const EmailTemplate = () => typeof ${expression}.fetch`

        const error = yield* Effect.flip(render(source))

        assert.strictEqual(error._tag, "EmailRenderingError")
        assert.match(error.message, /Code generation from strings disallowed/)
      }).pipe(Effect.provide(emulated())))
  }

  it.effect("arktype is loaded in the email source's own realm, which has no Request", () =>
    Effect.gen(function*() {
      const { html } = yield* render(`import * as A from "arktype"
        const { Function: OwnFunction, Map: OwnMap, Request } = A.ark.aliases
        export const EmailTemplate = () => [
          OwnFunction.proto === Function,
          OwnMap.proto === Map,
          Object.getPrototypeOf(A.type) instanceof Object,
          Object.getOwnPropertyNames(Request.proto.prototype)
        ].join(" ")`)

      assert.include(html, "true true true constructor<")
    }).pipe(Effect.provide(emulated())))

  for (
    const [way, error] of [
      ["errors of its own", "Error"],
      ["what its errors inherit from", "Object.getPrototypeOf(Error.prototype).constructor"],
      ["a global of its own", "(globalThis.Error = class extends Error {})"]
    ]
  ) {
    it.effect(
      `an email source can't reach the receivers (this) of the program's functions through ${way}`,
      () =>
        Effect.gen(function*() {
          const { html } = yield* render(`import * as email from "@react-email/components"
          const seen = []
          const look = () => {
            const Asked = ${error}
            try {
              Asked.prepareStackTrace = (_, sites) => sites
              const { stack } = new Asked("asked")
              if (Array.isArray(stack)) seen.push(...stack.map((site) => typeof site.getThis()))
            } catch {}
            return "1px"
          }
          export const EmailTemplate = () => {
            const style = Object.defineProperty({}, "padding", { enumerable: true, get: look })
            try { (email.Button.render ?? email.Button)({ style, children: "x", href: "y" }, null) } catch {}
            return "seen: " + seen.length
          }`)

          assert.include(html, "seen: 0")
        }).pipe(Effect.provide(emulated()))
    )
  }

  it.effect("an email source can't change prototypes of the program's objects", () =>
    Effect.gen(function*() {
      const { html } = yield* render(`import * as React from "react"
        const inherited = Object.getPrototypeOf(React.createElement("p"))
        export const EmailTemplate = () => {
          try {
            Object.defineProperty(inherited, "_events", { set() {}, configurable: true })
          } catch {}
          return "added: " + ("_events" in inherited)
        }`)

      assert.include(html, "added: false")
    }).pipe(Effect.provide(emulated())))

  it.effect(
    "an email's variables are validated with arktype, as in the platform's own templates",
    () =>
      Effect.gen(function*() {
        const typed = (values: string) =>
          `import { type } from "arktype"
        import { NotificationCategory, Subject, type Props } from "@stackframe/emails"
        export const variablesSchema = type({ count: "number > 1", "when?": "'now' | 'later'", mail: /@/ })
        export function EmailTemplate({ variables }: Props<typeof variablesSchema.infer>) {
          return <Subject value={\`\${variables.count} for \${variables.mail}\`} />
        }
        EmailTemplate.PreviewVariables = ${values} satisfies typeof variablesSchema.infer`

        const { subject } = yield* render(typed("{ count: 3, mail: \"ann@example.com\" }"))
        const error = yield* Effect.flip(render(typed("{ count: 1, mail: \"ann@example.com\" }")))

        assert.strictEqual(subject, "3 for ann@example.com")
        assert.strictEqual(error._tag, "EmailRenderingError")
        assert.match(error.message, /do not match variablesSchema: count must be/)
      }).pipe(Effect.provide(emulated()))
  )

  it.effect(
    "an email source that takes too long is stopped, and the next one is rendered",
    () =>
      Effect.gen(function*() {
        yield* render(template())
        const endless = yield* Effect.flip(
          Effect.provideService(render(template("while (true) {}")), RenderTimeout, 200)
        )

        assert.strictEqual(endless._tag, "EmailRenderingError")
        assert.strictEqual((yield* patiently(render(template()))).subject, "Weekly digest")
      }).pipe(Effect.provide(emulated()))
  )

  for (
    const [what, source] of Object.entries({
      "a text of 300 MB": "() => 'x'.repeat(300_000_000)",
      "a text that doubles to 256 MB, between tags":
        "() => { let x = 'x'; while (x.length < 2e8) x += x; return <p>{x}</p> }",
      "an array of a thousand million": "() => new Array(1_000_000_000).fill('x')",
      "an error of 300 MB": "() => { throw new Error('x'.repeat(300_000_000)) }",
      "a subject of 300 MB": "() => <Subject value={'x'.repeat(300_000_000)} />",
      "memory beside the heap": "() => Array.from({ length: 64 }, () => new Uint8Array(1_000_000_000).fill(1).length)"
    })
  ) {
    it.effect(
      `an email source that creates ${what} fails, and the next one is rendered`,
      () =>
        Effect.gen(function*() {
          const code = `import { Subject } from "@stackframe/emails"\nexport const EmailTemplate = ${source}`

          const error = yield* Effect.flip(Effect.provideService(render(code), RenderTimeout, 1000))

          assert.strictEqual(error._tag, "EmailRenderingError")
          assert.isBelow(error.message.length, 20_000)
          assert.strictEqual((yield* patiently(render(template()))).subject, "Weekly digest")
        }).pipe(Effect.provide(emulated()))
    )
  }

  it.effect(
    "an email is rendered even if an earlier email has used up the memory of its process",
    () =>
      Effect.gen(function*() {
        const much = "Array.from({ length: 20 }, () => new Array(1_000_000).fill(1))"
        const keeper = `const kept = []\nexport const EmailTemplate = () => { kept.push(${much}); return "kept" }`
        const innocent = `export const EmailTemplate = () => ${much}.length + " lists"`

        assert.include((yield* render(keeper)).html, "kept")
        assert.include((yield* render(innocent)).html, "20 lists")
      }).pipe(patiently, Effect.provide(emulated()))
  )

  it.effect("emails of up to 5,000,000 characters are rendered", () =>
    Effect.gen(function*() {
      const { html } = yield* patiently(render("export const EmailTemplate = () => 'x'.repeat(4_900_000)"))
      const error = yield* Effect.flip(render("export const EmailTemplate = () => 'x'.repeat(5_000_000)"))

      assert.isAbove(html.length, 4_900_000)
      assert.match(error.message, /The email has 5000\d{3} characters; the maximum is 5000000/)
    }).pipe(Effect.provide(emulated())))

  it.effect("rendering an email requires one template and one theme, and rejects other requests in plain text", () =>
    Effect.gen(function*() {
      const [themeId, templateId] = [builtInEmailThemes.light, builtInEmailTemplates.magicLink]
      const tags = yield* Effect.forEach([
        { templateId },
        { themeId },
        { themeId, templateId, templateTsxSource: template() },
        { themeId, themeTsxSource: theme, templateId },
        { themeId: nowhere, templateId },
        { themeId, templateId: nowhere }
      ], (input) => tagOf(asAdmin(Emails.render(input))))

      assert.deepStrictEqual(new Set(tags), new Set(["HttpFailure"]))
    }).pipe(Effect.provide(emulated())))
})

describe("custom HTML without a renderer", () => {
  it("the text of an email's custom HTML is the HTML without tags", () => {
    assert.strictEqual(withoutTags("<p>Hello <b title='<'>Ann</b></p> 1 < 2"), "Hello Ann 1 < 2")
  })

  it("J2: tags of an email's HTML are removed in linear time, even if no tag is closed", () => {
    // would take hours if the time weren't linear
    assert.lengthOf(withoutTags("<".repeat(2_000_000)), 2_000_000)
  })
})

describe("sending emails", () => {
  const toAnn = (userId: string) => ({ userIds: [userId], subject: "Hello", html: "<p>Hello Ann</p>" })

  it.effect("sent emails are added to the outbox and the email log", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator
      const { userId } = yield* signUp()
      yield* TestClock.adjust("1 minute")

      const { results } = yield* asServer(Emails.send(toAnn(userId)))

      assert.deepStrictEqual(results, [{ userId, userEmail: ann.email }])
      const mail = emulator.outbox.byAddress(ann.email).at(-1)!
      assert.deepInclude(mail, { kind: "written", subject: "Hello", text: "Hello Ann", link: undefined })
      const { items } = yield* asAdmin(SentEmails.list())
      assert.deepStrictEqual(items.map(({ subject }) => subject), [
        "Hello",
        "Verify your email at My app"
      ])
      const { password: _, ...shown } = mailServer
      assert.deepStrictEqual(items[0]!.senderConfig, shown)
    }).pipe(Effect.provide(emulated(withMailServer))))

  it.effect("the email log shows the connection of the platform's own mail server without its password", () =>
    Effect.gen(function*() {
      yield* signUp()

      const { items: [mail] } = yield* asAdmin(SentEmails.list())

      const { host, port, senderEmail, username, ...rest } = mail!.senderConfig!
      assert.deepStrictEqual(rest, { type: "shared", senderName: "My app" })
      assert.isTrue([host, port, senderEmail, username].every((part) => part !== undefined))
    }).pipe(Effect.provide(emulated())))

  it.effect(
    "marketing emails have an unsubscribe link, and are not sent to users who have unsubscribed",
    () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        const { userId } = yield* signUp()
        const marketing = Emails.send({ ...toAnn(userId), notificationCategoryName: "Marketing" })
        yield* asServer(marketing)
        const { html, link } = emulator.outbox.byAddress(ann.email).at(-1)!
        emulator.outbox.clear()

        yield* Effect.promise(() => emulator.fetch(new Request(link!)))
        const { results } = yield* asServer(marketing)

        assert.include(html, link!)
        assert.strictEqual(results.length, 1)
        assert.deepStrictEqual(emulator.outbox.list(), [])
      }).pipe(Effect.provide(emulated(withMailServer)))
  )

  it.effect(
    "an email template is filled in for each user, and not sent to users for whom it doesn't render",
    () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        const { userId } = yield* signUp()
        const bob = yield* asServer(Users.create({ primaryEmail: "bob@example.com", displayName: "Bob" }))
        const nameless = yield* asServer(Users.create({}))
        const { id } = yield* asAdmin(EmailTemplates.create({ displayName: "Weekly" }))
        const picky = template("if (user.displayName === null) throw new Error('nobody')", "Digest", "Transactional")
        yield* asAdmin(EmailTemplates.update({ templateId: id, tsxSource: picky }))
        emulator.outbox.clear()

        const { results } = yield* asServer(
          Emails.send({ userIds: [userId, bob.id, nameless.id], templateId: id, variables: { count: 7 } })
        )

        assert.deepStrictEqual(results.map(({ userEmail }) => userEmail), [ann.email, "bob@example.com", undefined])
        const mails = emulator.outbox.list()
        assert.deepStrictEqual(mails.map(({ subject, text, to }) => [to, subject, text]), [
          ["bob@example.com", "Digest", "Hello Bob, 7 news"]
        ])
      }).pipe(Effect.provide(emulated(withMailServer)))
  )

  it.effect("REQUIRES_CUSTOM_EMAIL_SERVER: emails.send fails with the platform's mail server, before any other check", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* tagOf(asServer(Emails.send({}))), "RequiresCustomEmailServer")
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("USER_ID_DOES_NOT_EXIST: emails.send to an unknown user fails and sends nothing", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator
      const { userId } = yield* signUp()
      const before = emulator.outbox.list().length

      const tag = yield* tagOf(asServer(Emails.send({ ...toAnn(userId), userIds: [userId, nowhere] })))

      assert.strictEqual(tag, "UserIdDoesNotExist")
      assert.strictEqual(emulator.outbox.list().length, before)
    }).pipe(Effect.provide(emulated(withMailServer))))

  it.effect("emails.send checks that a request has either HTML or a template before it checks the ids", () =>
    Effect.gen(function*() {
      const userIds = [nowhere]
      const tags = yield* Effect.forEach([
        { userIds },
        { userIds, html: "x", templateId: "t" },
        { userIds, html: "x", variables: {} },
        { userIds, html: "x", notificationCategoryName: "Gossip" },
        { userIds, templateId: nowhere }
      ], (input) => tagOf(asServer(Emails.send(input))))

      assert.deepStrictEqual(tags, ["SchemaError", "SchemaError", "SchemaError", "HttpFailure", "HttpFailure"])
    }).pipe(Effect.provide(emulated(withMailServer))))
})

describe("mail servers", () => {
  const test = (config: { readonly host: string; readonly port: number }) => {
    const { type: _, ...rest } = mailServer
    const emailConfig = { ...rest, ...config, password: Redacted.make("mailer-secret") }
    return asAdmin(Emails.sendTest({ recipientEmail: "tester@example.com", emailConfig }))
  }

  it.live("the emulator accepts only mail servers that listen on loopback", () =>
    Effect.gen(function*() {
      const port = yield* silentMailServer("127.0.0.1")

      const works = yield* test({ host: "127.0.0.1", port })
      const closed = yield* test({ host: "127.0.0.1", port: 1 })
      const elsewhere = yield* test({ host: "smtp.example.com", port })

      assert.deepStrictEqual(works, { success: true })
      assert.isFalse(closed.success || elsewhere.success)
      assert.isString(closed.errorMessage)
      const { items } = yield* asAdmin(SentEmails.list())
      assert.deepStrictEqual(items.map(({ error }) => error === null), [false, false, true])
      assert.notInclude(JSON.stringify(items), "mailer-secret")
    }).pipe(Effect.provide(emulated()), Effect.scoped))

  it.effect("no sign-in invitation is sent through an unreachable mail server", () =>
    Effect.gen(function*() {
      const input = { email: "newbie@example.com", callbackUrl }

      assert.strictEqual(yield* tagOf(asServer(Emails.sendSignInInvitation(input))), "HttpFailure")
    }).pipe(Effect.provide(emulated(withMailServer))))
})

describe("sign-in invitations", () => {
  it.effect("a sign-in invitation links to the unchanged callback URL", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator

      yield* asServer(Emails.sendSignInInvitation({ email: "newbie@example.com", callbackUrl }))

      const [mail] = emulator.outbox.byAddress("newbie@example.com")
      assert.deepInclude(mail, { kind: "signInInvitation", link: callbackUrl, code: undefined })
    }).pipe(Effect.provide(emulated())))

  it.effect("REDIRECT_URL_NOT_WHITELISTED: emails.sendSignInInvitation with an untrusted callback URL fails", () =>
    Effect.gen(function*() {
      const input = { email: "newbie@example.com", callbackUrl: "https://evil.example.com" }

      assert.strictEqual(yield* tagOf(asServer(Emails.sendSignInInvitation(input))), "RedirectUrlNotWhitelisted")
    }).pipe(Effect.provide(emulated())))
})

describe("email log", () => {
  it.effect("the email log lists the newest 100 emails, newest first", () =>
    Effect.gen(function*() {
      const invite = (number: number) =>
        asServer(Emails.sendSignInInvitation({ email: `n${number}@example.com`, callbackUrl }))
      yield* Effect.forEach(Array.from({ length: 205 }, (_, at) => at), invite)

      const { items } = yield* asAdmin(SentEmails.list())

      assert.strictEqual(items.length, 100)
      assert.deepStrictEqual(items[0]!.to, ["n204@example.com"])
      assert.deepStrictEqual(items[99]!.to, ["n105@example.com"])
    }).pipe(Effect.provide(emulated())))
})

describe("email capacity", () => {
  it.effect("EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE: emails.boostCapacity fails during the four hours of a boost", () =>
    Effect.gen(function*() {
      const boost = asServer(Emails.boostCapacity())
      yield* boost
      const during = yield* tagOf(boost)
      const { capacity } = yield* asServer(Emails.getDeliveryInfo())
      yield* TestClock.adjust("4 hours")

      yield* boost

      assert.strictEqual(during, "EmailCapacityBoostAlreadyActive")
      assert.deepInclude(capacity, { boostMultiplier: 4, isBoostActive: true })
    }).pipe(Effect.provide(emulated())))
})

describe("conversations with the AI model", () => {
  it.effect("AI conversations are saved unchanged, in order and separately by thread", () =>
    Effect.gen(function*() {
      const message = { role: "user", content: [{ type: "text", text: "Make it blue" }] }
      yield* asAdmin(AiChat.save({ threadId: "a", message }))
      yield* asAdmin(AiChat.save({ threadId: "a", message: "again" }))

      assert.deepStrictEqual((yield* asAdmin(AiChat.list({ threadId: "a" }))).messages, [message, "again"])
      assert.deepStrictEqual((yield* asAdmin(AiChat.list({ threadId: "b" }))).messages, [])
    }).pipe(Effect.provide(emulated())))

  it.effect("the AI model returns a scripted response with the unchanged source", () =>
    Effect.gen(function*() {
      const threadId = builtInEmailThemes.light
      const messages = [{ role: "user" as const, content: "Make it blue" }]
      const { tsxSource } = yield* asAdmin(EmailThemes.get({ id: threadId }))

      const { content } = yield* asAdmin(AiChat.send({ threadId, contextType: "email-theme", messages }))

      assert.deepStrictEqual(content.map(({ type }) => type), ["text", "tool-call"])
      assert.deepInclude(content[1], { toolName: "createEmailTheme", args: { content: tsxSource }, result: "success" })
      const unknown = AiChat.send({ threadId: nowhere, contextType: "email-theme", messages })
      assert.strictEqual(yield* tagOf(asAdmin(unknown)), "HttpFailure")
    }).pipe(Effect.provide(emulated())))

  const requested = {
    mode: "generate",
    quality: "smart",
    speed: "fast",
    tools: [],
    systemPrompt: "docs-ask-ai",
    messages: [{ role: "user", content: "How do I sign in?" }]
  } as const

  it.effect("in later revisions, the AI model returns a scripted response to every caller, as text and as parts", () =>
    Effect.gen(function*() {
      const { content, conversationId, finalText } = yield* AiChat.query(requested)

      assert.deepStrictEqual(content, [{ type: "text", text: finalText }])
      assert.include(finalText, "scripted")
      assert.isUndefined(conversationId)
    }).pipe(Effect.provide(emulated())))

  it.effect("in later revisions, the AI model keeps the id of a conversation that another model started, or creates an id if there is none", () =>
    Effect.gen(function*() {
      const mcpCallMetadata = { toolName: "ask", reason: "curiosity", userPrompt: "How do I sign in?" }

      const first = yield* AiChat.query({ ...requested, mcpCallMetadata })
      const next = yield* AiChat.query({
        ...requested,
        mcpCallMetadata: { ...mcpCallMetadata, conversationId: first.conversationId! }
      })

      assert.match(first.conversationId!, /^[0-9a-f-]{36}$/)
      assert.strictEqual(next.conversationId, first.conversationId)
    }).pipe(Effect.provide(emulated())))

  it.effect("in later revisions, only owners can send messages about a project to the AI model", () =>
    Effect.gen(function*() {
      const about = AiChat.query({ ...requested, projectId: defaultProject.id })

      yield* signUp()

      assert.strictEqual(yield* tagOf(about), "HttpFailure")
      assert.include((yield* asOwner(about)).finalText, "scripted")
    }).pipe(Effect.provide(emulated({ owners: [owner] }))))
})

describe("emailTemplates.rewriteSource", () => {
  it.effect(
    "emailTemplates.rewriteSource returns a scripted comment with an equivalent source, and stores nothing",
    () =>
      Effect.gen(function*() {
        const { templates } = yield* asAdmin(EmailTemplates.list())

        const { tsxSource } = yield* asAdmin(EmailTemplates.rewriteSource({ templateTsxSource: template() }))

        assert.match(tsxSource, /^\/\/ .*scripted response/)
        const html = (templateTsxSource: string) =>
          Effect.map(asAdmin(Emails.render({ templateTsxSource, themeTsxSource: theme })), (rendered) => rendered.html)
        assert.strictEqual(yield* html(tsxSource), yield* html(template()))
        assert.deepStrictEqual((yield* asAdmin(EmailTemplates.list())).templates, templates)
      }).pipe(Effect.provide(emulated()))
  )

  it.effect(
    "TEMPLATE_SOURCE_REWRITE_ERROR: emailTemplates.rewriteSource of a template that doesn't compile fails",
    () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(asAdmin(EmailTemplates.rewriteSource({ templateTsxSource: "<" })))

        assert.instanceOf(error, TemplateSourceRewriteError)
        assert.include(error.details.error, "template.tsx:1:")
      }).pipe(Effect.provide(emulated()))
  )
})
