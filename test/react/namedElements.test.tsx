/** Elements with names that shadow properties of the document or the window. */
import * as Effect from "effect/Effect"
import { useCallback } from "react"
import { afterEach, assert, describe, it, onTestFinished, vi } from "vitest"
import { Browser } from "../../layers/browser/Browser.ts"
import { PageHistory } from "../../layers/browser/PageHistory.ts"
import { CookiePage } from "../../layers/session/browserCookies.ts"
import { useForm } from "../../react/parts/form/useForm.ts"
import { inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { render, shows, tree } from "./support/rendered.tsx"

afterEach(() => void vi.unstubAllGlobals())

/** Simulates access to elements by their names on the document, which jsdom lacks. */
const hide = (owner: object, name: string, element: Element) => {
  Object.defineProperty(owner, name, { configurable: true, value: element })
  onTestFinished(() => void Reflect.deleteProperty(owner, name))
}

describe("a named element of the page", () => {
  it("an HTML element named cookie doesn't hide the page's cookies", async () => {
    hide(document, "cookie", document.createElement("img"))
    const pages = await Effect.runPromise(Effect.all([Effect.map(Browser, (browser) => browser?.cookies), CookiePage]))

    for (const page of pages) {
      page!.write("kept=1")
      assert.include(page!.read(), "kept=1")
      page!.write("kept=; max-age=0")
      assert.notInclude(page!.read(), "kept")
    }
  })

  it("a page's own accessor for document.cookie, as consent tools define it, is respected", async () => {
    const written: Array<string> = []
    Object.defineProperty(document, "cookie", {
      configurable: true,
      get: () => "allowed=1",
      set: (cookie: string) => {
        written.push(cookie)
      }
    })
    onTestFinished(() => void Reflect.deleteProperty(document, "cookie"))
    const page = await Effect.runPromise(CookiePage)

    page!.write("kept=1")

    assert.deepStrictEqual([page!.read(), written], ["allowed=1", ["kept=1"]])
  })

  it("an HTML element with the id navigation isn't mistaken for the Navigation API", () => {
    let events = 0
    vi.stubGlobal("navigation", document.createElement("nav"))

    const stop = PageHistory.defaultValue().onNavigation(() => events++)
    dispatchEvent(new PopStateEvent("popstate"))
    stop()
    dispatchEvent(new PopStateEvent("popstate"))

    assert.strictEqual(events, 1)
  })

  it("a field named elements doesn't hide the other fields of its form", async () => {
    const Form = () => {
      const { props, values } = useForm({ initial: { elements: "", email: "" }, submit: () => Effect.void })
      const attach = useCallback((form: HTMLFormElement | null) => {
        if (form !== null) hide(form, "elements", form[0]!)
        props.ref(form)
      }, [props])
      return (
        <form {...props} ref={attach}>
          <input name="elements" defaultValue="of a form" />
          <input name="email" defaultValue="ada@example.com" />
          {Object.values(values).join(", ")}
        </form>
      )
    }
    render(tree((await inProcessEmulator()).client(), <Form />))

    await shows("of a form, ada@example.com")
  })
})
