/** Renders components like a server, in the process of a page. */
import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"

/** Returns the markup that a server renders. There is no window during the rendering. */
export const renderOnServer = (page: ReactNode): string => {
  const names = ["window", "document"] as const
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const)
  for (const name of names) Reflect.deleteProperty(globalThis, name)
  try {
    return renderToString(page)
  } finally {
    for (const [name, descriptor] of before) Object.defineProperty(globalThis, name, descriptor)
  }
}
