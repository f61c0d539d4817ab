/** Where there is a document, the browser reads a copy of each response: what becomes of it changes nothing for the call. */
import { afterEach, assert, describe, it, vi } from "vitest"
import { createClient } from "../../../src/promise/index.ts"

afterEach(() => void vi.unstubAllGlobals())

const text = JSON.stringify({ access_token: "a.b.c", refresh_token: "r".repeat(45), user_id: crypto.randomUUID() })

/** A response whose body is taken away by the copy, as in happy-dom, and whose copy is anything. */
const responseWith = (clone: () => unknown) => {
  let cloned = false
  const { body } = new Response(text)
  return {
    status: 200,
    type: "basic",
    headers: new Headers({ "content-type": "application/json" }),
    get body() {
      return cloned ? new Response("").body : body
    },
    clone: () => {
      cloned = true
      return clone()
    }
  }
}

/** A function that looks like one of the runtime's own. */
const asNative = (response: ReturnType<typeof responseWith>) => {
  const { clone } = response
  return Object.defineProperty(response, "clone", { value: clone.bind(response) })
}

const copies: { readonly [name: string]: () => unknown } = {
  "is empty": () => new Response(""),
  "throws": () => {
    throw new TypeError("Response.clone: Body has already been consumed.")
  },
  "is undefined": () => undefined,
  "has no arrayBuffer": () => ({}),
  "fails to be read": () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }),
  "never ends": () => ({ arrayBuffer: () => new Promise(() => {}) })
}

describe("a call where there is a document", () => {
  for (const [name, clone] of Object.entries(copies)) {
    for (const [kind, response] of [["own", responseWith(clone)], ["native", asNative(responseWith(clone))]] as const) {
      it(`reads its body when the copy of the ${kind} clone() ${name}`, async () => {
        vi.stubGlobal("document", {})
        const client = createClient({
          projectId: crypto.randomUUID(),
          fetch: async () => response as never,
          tokenStore: "memory"
        })

        await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })

        assert.include(JSON.stringify(await client.authHeaders()), "r".repeat(45))
      })
    }
  }

  it("reads its body when the response has no clone()", async () => {
    vi.stubGlobal("document", {})
    const { clone: _, ...response } = responseWith(() => undefined)
    const client = createClient({
      projectId: crypto.randomUUID(),
      fetch: async () => response as never,
      tokenStore: "memory"
    })

    await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })

    assert.include(JSON.stringify(await client.authHeaders()), "r".repeat(45))
  })
})
