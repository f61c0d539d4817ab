/** Renders a hook under StrictMode and keeps its last result. */
import { assert } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import { createElement } from "react"
import { type ClientLayer, show } from "../support/rendered.tsx"

export const renderHook = async <A>(layer: ClientLayer, useHook: () => A) => {
  let last: { readonly value: A } | undefined
  const Component = () => {
    last = { value: useHook() }
    return null
  }
  const { unmount } = show(layer, createElement(Component))
  await waitFor(() => assert.isDefined(last))
  const now = () => last!.value
  return { now, unmount, until: (check: (value: A) => void) => waitFor(() => check(now())) }
}
