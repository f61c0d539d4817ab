/**
 * In a browser, wrappers of `fetch` may read a copy of each response. If copies don't work, the call must still
 * succeed.
 */
import { afterEach, assert, describe, it, vi } from "vitest"
import { createClient } from "../../../src/promise/index.ts"

afterEach(() => void vi.unstubAllGlobals())

const text = JSON.stringify({ access_token: "a.b.c", refresh_token: "r".repeat(45), user_id: crypto.randomUUID() })

/** Creates a response. Its `clone` empties the original, as in happy-dom, and returns any value. */
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

/** Replaces `clone` with a bound function, which looks like a native one. */
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
  "rejects when it is read": () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }),
  "never ends": () => ({ arrayBuffer: () => new Promise(() => {}) })
}

describe("a call in an environment with a document", () => {
  for (const [name, clone] of Object.entries(copies)) {
    for (const [kind, response] of [["own", responseWith(clone)], ["native", asNative(responseWith(clone))]] as const) {
      it(`with a document, a call reads its body even if the copy from the ${kind} clone() ${name}`, async () => {
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

  it("with a document, a call reads its body if the response has no clone()", async () => {
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
