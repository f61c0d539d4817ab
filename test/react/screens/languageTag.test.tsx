/** Names of languages that are not BCP 47 tags, such as those of translation catalogs and operating systems. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import { en, Language } from "../../../react/screens/index.ts"
import { localeOf } from "../../../react/screens/texts/localeOf.ts"
import { accountApiKeys, accountSessions } from "../../browser/pages/gallery/settings.tsx"
import { render } from "../support/rendered.tsx"

const tags = [
  ["en", "en"],
  ["en_US", "en-US"],
  ["EN_us", "en-US"],
  ["de_DE@euro", "de-DE"],
  ["de_DE.UTF-8", "de-DE"],
  ["zh_Hans_CN", "zh-Hans-CN"],
  ["ca_ES_valencia", "ca-ES-valencia"],
  ["en-US-x", "en-US"],
  ["pt-BR-!", "pt-BR"],
  ["fr--FR", "fr"],
  ["ar-u-nu-latn", "ar-u-nu-latn"],
  ["", undefined],
  ["C", undefined],
  ["C.UTF-8", undefined],
  ["@euro", undefined],
  ["_", undefined],
  ["123", undefined],
  ["no language at all", undefined],
  ["日本語", undefined]
] as const

describe("language names", () => {
  it.each(tags)("the language %j has the tag %s", (name, tag) => {
    assert.strictEqual(localeOf(name), tag)
  })
})

describe.each(tags)("screens in the language %j", (name, tag) => {
  const shown = async (lang: string, screenOf: React.ReactNode) => {
    const { unmount } = render(<Language texts={{ ...en, lang }}>{screenOf}</Language>)
    const main = await screen.findByRole("main")
    const texts = [main.lang, main.textContent]
    unmount()
    return texts
  }

  it("screens format dates, times and countries in the closest language, or in the browser's own", async () => {
    const nearest = tag ?? Intl.DateTimeFormat().resolvedOptions().locale
    for (const node of [accountSessions.ready, accountApiKeys.ready]) {
      const [lang, text] = await shown(name, node)

      assert.strictEqual(lang, tag ?? "")
      assert.strictEqual(text, (await shown(nearest, node))[1])
    }
  })
})
