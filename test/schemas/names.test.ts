import { assert, describe, it } from "@effect/vitest"
import { afterEach } from "vitest"
import { hueOf, initialOf, userNameOf, visibleName } from "../../schemas/entities/names.ts"

/** Names that contain no visible character. */
const nothing = [
  "",
  "   ",
  "\t\n",
  "\u00A0\u3000",
  "\u200B",
  "\u200D\u2060\uFEFF",
  "\u202E\u202C",
  "\u0000",
  "\u3164",
  "\uFE0F",
  "\u2800",
  "\uD800"
]

describe("the name of a user", () => {
  it.each(nothing.map((name) => [JSON.stringify(name), name]))(
    "a user's name is the email address if the display name is %s",
    (_, displayName) => {
      assert.strictEqual(userNameOf({ displayName, id: "u", primaryEmail: "ada@example.com" }), "ada@example.com")
      assert.strictEqual(userNameOf({ displayName, id: "u", primaryEmail: null }), "u")
      assert.isUndefined(visibleName(displayName))
    }
  )

  it.each(["Ada", " Ada ", "\u200BAda", "0", "👻", "\uF8FF", "عدا", "é"])(
    "a user's name is the display name %s, unchanged",
    (displayName) => {
      assert.strictEqual(userNameOf({ displayName, id: "u", primaryEmail: "ada@example.com" }), displayName)
    }
  )
})

const initials = [
  ["Ada", "A"],
  ["ada@example.com", "A"],
  ["🇦🇹 Ada", "🇦🇹"],
  ["\u200BAda", "A"],
  ["\u2066 \uFEFFéa", "É"],
  ["e\u0301mile", "E\u0301"],
  ["👩🏽‍🚀 Ada", "👩🏽‍🚀"],
  ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"],
  ["❤️ Ada", "❤️"],
  ["🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ada", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["عدا", "ع"],
  ["愛", "愛"],
  ["𝒜da", "𝒜"]
] as const

describe.each([["Intl.Segmenter", Intl.Segmenter], ["no Intl.Segmenter", undefined]])(
  "in a browser with %s",
  (_, segmenter) => {
    const { Segmenter } = Intl

    afterEach(() => void Object.assign(Intl, { Segmenter }))

    it.each(initials)("the initial of %s is the visible character %s", (name, expected) => {
      Object.assign(Intl, { Segmenter: segmenter })

      assert.strictEqual(initialOf(name), expected)
    })

    it("a name without a visible character has no initial", () => {
      Object.assign(Intl, { Segmenter: segmenter })

      assert.deepStrictEqual(nothing.map(initialOf), nothing.map(() => undefined))
    })
  }
)

describe("the hue of an id", () => {
  it("the hue of an id is one of twelve, and each hue occurs", () => {
    const hues = new Set(Array.from({ length: 500 }, (_, index) => hueOf(`user-${index}`)))

    assert.deepStrictEqual([...hues].toSorted((a, b) => a - b), Array.from({ length: 12 }, (_, index) => index * 30))
  })
})
