/** Translations that lack texts. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import { en, Language, type Translation, useTexts } from "../../../react/screens/index.ts"
import { account } from "../../../react/screens/texts/account.ts"
import { accountSessions } from "../../browser/pages/gallery/settings.tsx"
import { render } from "../support/rendered.tsx"

const partial: Translation = {
  lang: "de",
  dir: "ltr",
  common: { save: "Speichern" },
  account: { sections: { sessions: "Sitzungen" } }
}

describe("a partial translation", () => {
  it("a text missing from a translation is shown in English, next to the translated texts", async () => {
    const Shown = () => {
      const { common, lang, problems } = useTexts()
      return <output>{JSON.stringify([lang, common.save, common.cancel, problems.rateLimited])}</output>
    }
    render(
      <Language texts={partial}>
        <Shown />
      </Language>
    )

    const shown = JSON.parse((await screen.findByRole("status")).textContent)

    assert.deepStrictEqual(shown, ["de", "Speichern", en.common.cancel, en.problems.rateLimited])
  })

  it("a text of the account settings that is missing from a translation is also shown in English", async () => {
    render(<Language texts={partial}>{accountSessions.ready}</Language>)

    const text = (await screen.findByRole("main")).textContent

    assert.include(text, "Sitzungen")
    assert.include(text, account.sessions.current)
  })
})
