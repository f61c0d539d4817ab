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

/** The page inside itself: a page of its own. */
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

describe("the checks of devtools", () => {
  it("find nothing on a page that is set up well", () => {
    assert.deepStrictEqual(signIn("username webauthn"), [])
  })

  for (
    const [autocomplete, better] of [["username", "username webauthn"], ["webauthn username", "username webauthn"]]
  ) {
    it(`find that autocomplete="${autocomplete}" offers no passkeys, and say what does`, () => {
      const [problem, ...others] = signIn(autocomplete!)

      assert.include(problem, `Use autocomplete="${better}"`)
      assert.deepStrictEqual(others, [])
    })
  }

  it("want no passkeys where a password is made or a hidden name goes with it", () => {
    assert.deepStrictEqual(
      showing("<form><input autocomplete='username'><input autocomplete='new-password'></form>"),
      []
    )
    assert.deepStrictEqual(showing("<form><input readonly autocomplete='username'></form>"), [])
  })

  it("find the domain that the platform refused to send people to", () => {
    const [problem] = problems(alone(), "ok", "RedirectUrlNotWhitelisted")

    assert.include(problem, location.origin)
  })

  it("find a frame in another site's page, whose address cannot be read", () => {
    const top = {
      get location(): never {
        throw new DOMException("Blocked", "SecurityError")
      }
    }

    assert.include(problems(alone({ top }))[0], "another site")
    assert.deepStrictEqual(problems(alone({ top: { location } })), [])
  })

  it("find a browser that keeps no cookies, and a page that is not secure", () => {
    const found = problems(alone({ navigator: { cookieEnabled: false }, isSecureContext: false }))

    assert.lengthOf(found, 2)
    assert.include(found[0], "cookies")
    assert.include(found[1], "HTTPS")
  })
})
