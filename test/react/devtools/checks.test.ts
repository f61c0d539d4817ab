import { assert, describe, it } from "@effect/vitest"
import { afterEach } from "vitest"
import { checksOf } from "../../../react/devtools/checks.ts"

afterEach(() => document.body.replaceChildren())

const page = (differences: object = {}) =>
  ({
    document,
    location,
    navigator: { cookieEnabled: true },
    isSecureContext: true,
    ...differences
  }) as unknown as Window

/** The page is not in a frame. */
const alone = (differences: object = {}) => {
  const it = page(differences) as { top?: unknown }
  it.top ??= it
  return it as Window
}

const problems = (window: Window, ...outcomes: ReadonlyArray<string>) =>
  checksOf(window, outcomes.map((outcome) => ({ outcome }))).flatMap(({ problem }) => problem ?? [])

const showing = (html: string) => {
  document.body.innerHTML = html
  return problems(alone())
}

const signIn = (autocomplete: string) =>
  showing(`<form><input type="email" autocomplete="${autocomplete}"><input autocomplete="current-password"></form>`)

describe("devtools checks", () => {
  it("the devtools checks find no problem on a correctly set up page", () => {
    assert.deepStrictEqual(signIn("username webauthn"), [])
  })

  for (
    const [autocomplete, better] of [["username", "username webauthn"], ["webauthn username", "username webauthn"]]
  ) {
    it(`the devtools checks report that autocomplete="${autocomplete}" offers no passkeys, and suggest a fix`, () => {
      const [problem, ...others] = signIn(autocomplete!)

      assert.include(problem, `Use autocomplete="${better}"`)
      assert.deepStrictEqual(others, [])
    })
  }

  it("the devtools checks accept an input without passkey autofill if it is read-only or next to a new-password field", () => {
    assert.deepStrictEqual(
      showing("<form><input autocomplete='username'><input autocomplete='new-password'></form>"),
      []
    )
    assert.deepStrictEqual(showing("<form><input readonly autocomplete='username'></form>"), [])
  })

  it("the devtools checks report the origin of a redirect that the platform rejected", () => {
    const [problem] = problems(alone(), "ok", "RedirectUrlNotWhitelisted")

    assert.include(problem, location.origin)
  })

  it("the devtools checks report a page embedded in another site, whose location can't be read", () => {
    const top = {
      get location(): never {
        throw new DOMException("Blocked", "SecurityError")
      }
    }

    assert.include(problems(alone({ top }))[0], "another site")
    assert.deepStrictEqual(problems(alone({ top: { location } })), [])
  })

  it("the devtools checks report blocked cookies and an insecure page", () => {
    const found = problems(alone({ navigator: { cookieEnabled: false }, isSecureContext: false }))

    assert.lengthOf(found, 2)
    assert.include(found[0], "cookies")
    assert.include(found[1], "HTTPS")
  })
})
