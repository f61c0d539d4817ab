/** Renders a hook under StrictMode and keeps its last result. */
import { assert } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import { createElement } from "react"
import { type ClientLayer, show } from "../support/rendered.tsx"

export const held = async <A>(layer: ClientLayer, useIt: () => A) => {
  let last: { readonly value: A } | undefined
  const Holder = () => {
    last = { value: useIt() }
    return null
  }
  const { unmount } = show(layer, createElement(Holder))
  await waitFor(() => assert.isDefined(last))
  const now = () => last!.value
  return { now, unmount, until: (check: (value: A) => void) => waitFor(() => check(now())) }
}
