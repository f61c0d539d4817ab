import { assert, describe, it } from "@effect/vitest"
import { ar, de, en, es, fr, it as italian, ja, nl, pl, pt, type Translation } from "../../../react/screens/index.ts"
import { account } from "../../../react/screens/texts/account.ts"
import type { PluralForms } from "../../../react/screens/texts/interpolate.ts"

type Leaf = string | PluralForms

const isLeaf = (value: object | string): value is Leaf => typeof value === "string" || "other" in value

/** Returns every text, together with its path. */
const flat = (texts: object, path = ""): ReadonlyArray<readonly [string, Leaf]> =>
  Object.entries(texts).flatMap(([key, value]) =>
    isLeaf(value) ? [[path + key, value] as const] : flat(value, `${path}${key}.`)
  )

const formsOf = (text: Leaf): ReadonlyArray<string> => typeof text === "string" ? [text] : Object.values(text)

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

const allPlaceholders = (text: Leaf) => [...new Set(formsOf(text).flatMap(placeholders))].sort()

const english = Object.fromEntries([...flat(en), ...flat({ account })])

/** Numbers that the screens show: waits in seconds and minutes, and counts of sessions. */
const numbers = Array.from({ length: 200 }, (_, index) => index + 1)

const categoriesOf = (lang: string, of: ReadonlyArray<number> = numbers) => {
  const rules = new Intl.PluralRules(lang)
  return [...new Set([...of.map((number) => rules.select(number)), "other"])].sort()
}

const translations: ReadonlyArray<readonly [string, Translation]> = [
  ["Arabic", ar],
  ["Dutch", nl],
  ["French", fr],
  ["German", de],
  ["Italian", italian],
  ["Japanese", ja],
  ["Polish", pl],
  ["Portuguese", pt],
  ["Spanish", es]
]

describe.each(translations)("texts in %s", (name, translation) => {
  const { errors, ...otherTexts } = translation
  const texts = flat(otherTexts)

  it("a translation names its language", () => {
    assert.strictEqual(new Intl.DisplayNames("en", { type: "language" }).of(translation.lang), name)
  })

  it("a translation has only keys that the English texts have", () => {
    assert.isNotEmpty(texts)
    assert.includeMembers(Object.keys(english), texts.map(([path]) => path))
  })

  it("a translation has the same placeholders as the English texts", () => {
    const differing = texts.filter(([path, text]) =>
      allPlaceholders(text).join() !== allPlaceholders(english[path] ?? "").join()
    )

    assert.deepStrictEqual(differing, [])
  })

  it("a translation has no empty text", () => {
    const empty = [...texts, ...flat(errors ?? {})].filter(([, text]) =>
      formsOf(text).some((form) => form.trim() === "")
    )

    assert.deepStrictEqual(empty, [])
  })

  it("a translated text with a number has a form for each plural category of the language", () => {
    const counted = texts.filter(([path]) => typeof english[path] === "object")

    assert.isNotEmpty(counted)
    for (const [path, text] of counted) {
      // a language with the category `other` alone has plain texts
      const categories = typeof text === "string" ? ["other"] : Object.keys(text).sort()
      assert.deepStrictEqual(categories, categoriesOf(translation.lang), path)
    }
  })

  it("a plural form without its placeholder covers a single number", () => {
    const rules = new Intl.PluralRules(translation.lang)
    const covered = texts.flatMap(([, text]) =>
      typeof text === "string" ? [] : Object.entries(text).filter(([, form]) => placeholders(form).length === 0)
    ).map(([category]) => numbers.filter((number) => rules.select(number) === category))

    assert.isTrue(covered.every((those) => those.length === 1))
  })

  it("a translated error message has only placeholders for values that the error provides", () => {
    assert.deepStrictEqual(flat(errors ?? {}).flatMap(([, text]) => allPlaceholders(text)), [
      "{maxLength}",
      "{minLength}"
    ])
  })
})
