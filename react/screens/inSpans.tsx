/** Renders text so that React still works after the browser has translated the page. */
import { Children, type ReactNode } from "react"

/**
 * Wraps each text among the children in a `<span>`. Browsers that translate a page replace its text nodes. If React
 * owns such a node, the next update of its siblings throws `NotFoundError`, or the new text stays invisible. A string
 * that is an element's only child is safe, because React keeps no node for it.
 */
export const inSpans = (children: ReactNode): ReactNode =>
  Children.map(
    children,
    (child) => typeof child === "string" || typeof child === "number" ? <span>{child}</span> : child
  )

/** Values of placeholders, by name. */
export type Values = { readonly [name: string]: unknown }

/** Renders a text with values in place of its placeholders. Page translation doesn't change the values. */
export const Filled = ({ text, values }: { readonly text: string; readonly values: Values }): ReactNode =>
  text.split(/(\{\w+\})/).map((part, index) => {
    const name = part.slice(1, -1)
    return Object.hasOwn(values, name)
      ? <bdi key={index} translate="no">{String(values[name])}</bdi>
      : <span key={index}>{part}</span>
  })
