/** Sources of emails. They are programs, which the platform runs and clients must not run. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as EmailDrafts from "../../../schemas/endpoints/emailDrafts.ts"
import * as emailTemplates from "../../../src/admin/emailTemplates.ts"
import * as emailThemes from "../../../src/admin/emailThemes.ts"
import { otherId as id } from "../../support/contract/wireEntities.ts"
import { conversation } from "../../support/platform/conversation.ts"
import { json } from "../../support/platform/scriptedTransport.ts"

const run = "globalThis.ranByAClient = true"

const hostile: { readonly [what: string]: string } = {
  "nothing": "",
  "white space": " \t\r\n\u00A0\u2028 ",
  "text between white space": "\n\n  export const a = 1\t \n",
  "every kind of line break": "a\nb\r\nc\rd\u2028e\u2029f",
  "a byte order mark": "\uFEFFexport {}",
  "control characters": "a\0b\u0007c\u001B[31md",
  "half a surrogate pair": "a\uD800b\uDC00",
  "two spellings of one letter": "\u00E9 e\u0301",
  "JSON": "{\"tsx_source\":null}",
  "a number": "1e400",
  "the string \"undefined\"": "undefined",
  "the name of a prototype": "__proto__",
  "a statement": run,
  "a statement in a template": `\${${run}} {{${run}}} <%= ${run} %>`,
  "a statement after a quote": `"; ${run}; //`,
  "a script": `</script><script>${run}</script>`,
  "an import": `data:text/javascript,${run}`,
  "a prefix of a source": "export const EmailTheme = ({ children }",
  "a megabyte": "x".repeat(1_000_000)
}

/** The call of each flow that sends a source. */
const writers: { readonly [name: string]: readonly [field: string, (source: string) => Effect.Effect<any, any, any>] } =
  {
    "emailTemplates.save": ["tsx_source", (tsxSource) => emailTemplates.save({ templateId: id, tsxSource })],
    "emailTemplates.preview": ["template_tsx_source", (tsxSource) => emailTemplates.preview({ tsxSource })],
    "emailTemplates.rewriteSource": [
      "template_tsx_source",
      (templateTsxSource) => emailTemplates.rewriteSource({ templateTsxSource })
    ],
    "emailThemes.save": ["tsx_source", (tsxSource) => emailThemes.save({ themeId: id, tsxSource })],
    "emailThemes.preview": ["theme_tsx_source", (tsxSource) => emailThemes.preview({ tsxSource })],
    "emailDrafts.update": ["tsx_source", (tsxSource) => EmailDrafts.update({ id, tsxSource })]
  }

const readers: {
  readonly [name: string]: readonly [
    read: Effect.Effect<string | undefined, any, any>,
    answer: (tsx_source: string) => object
  ]
} = {
  "emailTemplates.get": [
    Effect.map(emailTemplates.get({ templateId: id }), (found) => Option.getOrUndefined(found)?.tsxSource),
    (tsx_source) => ({ templates: [{ id, display_name: "A", tsx_source }] })
  ],
  "emailTemplates.rewriteSource": [
    Effect.map(emailTemplates.rewriteSource({ templateTsxSource: "a" }), ({ tsxSource }) => tsxSource),
    (tsx_source) => ({ tsx_source })
  ],
  "emailThemes.get": [
    Effect.map(emailThemes.get({ id }), ({ tsxSource }) => tsxSource),
    (tsx_source) => ({ display_name: "A", tsx_source })
  ],
  "emailDrafts.get": [
    Effect.map(EmailDrafts.get({ id }), ({ tsxSource }) => tsxSource),
    (tsx_source) => ({ id, display_name: "A", tsx_source, sent_at_millis: null })
  ]
}

const notRun = () => assert.notProperty(globalThis, "ranByAClient")

describe("sources of emails", () => {
  for (const [name, [field, write]] of Object.entries(writers)) {
    const sent = (source: string) =>
      Effect.map(
        conversation("admin", write(source), json({})),
        ({ requests }) => JSON.parse(String(requests[0]!.body))[field]
      )

    for (const [what, source] of Object.entries(hostile)) {
      it.effect(`J6: ${name} sends an email source unchanged: ${what}`, () =>
        Effect.gen(function*() {
          assert.isTrue((yield* sent(source)) === source)
          notRun()
        }))
    }

    it.effect.prop(
      `J6: ${name} sends any string as an email source unchanged`,
      [Schema.String],
      ([source]) =>
        Effect.gen(function*() {
          assert.strictEqual(yield* sent(source), source)
        })
    )
  }

  for (const [name, [read, answer]] of Object.entries(readers)) {
    for (const [what, source] of Object.entries(hostile)) {
      it.effect(`J6: ${name} returns an email source unchanged: ${what}`, () =>
        Effect.gen(function*() {
          const { value } = yield* conversation("admin", read, json(answer(source)))

          assert.isTrue(value() === source)
          notRun()
        }))
    }
  }
})
