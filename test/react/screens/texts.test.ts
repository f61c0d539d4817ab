import { assert, describe, it } from "@effect/vitest"
import { ar, de, en, type Translation } from "../../../react/screens/index.ts"
import { account } from "../../../react/screens/texts/account.ts"

/** Returns every text, together with its path. */
const flat = (texts: object, path = ""): ReadonlyArray<readonly [string, string]> =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as const] : flat(value, `${path}${key}.`)
  )

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

const english = Object.fromEntries([...flat(en), ...flat({ account })])

const translations: ReadonlyArray<readonly [string, Translation]> = [["German", de], ["Arabic", ar]]

describe.each(translations)("texts in %s", (_, translation) => {
  const { errors, ...otherTexts } = translation
  const texts = flat(otherTexts)

  it("a translation has exactly the keys of the English texts", () => {
    assert.deepStrictEqual(texts.map(([path]) => path).sort(), Object.keys(english).sort())
  })

  it("a translation has the placeholders of the English texts", () => {
    const differing = texts.filter(([path, text]) =>
      placeholders(text).join() !== placeholders(english[path] ?? "").join()
    )

    assert.deepStrictEqual(differing, [])
  })

  it("a translation has no empty text", () => {
    assert.deepStrictEqual([...texts, ...flat(errors)].filter(([, text]) => text.trim() === ""), [])
  })

  it("a translated error message has only placeholders for values that the error provides", () => {
    assert.deepStrictEqual(flat(errors).flatMap(([, text]) => placeholders(text)), ["{maxLength}", "{minLength}"])
  })
})
