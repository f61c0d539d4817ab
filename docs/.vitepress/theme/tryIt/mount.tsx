/** Starts a sandbox in an element of a page. The site loads this module when a reader starts a sandbox. */
import { createRoot } from "react-dom/client"
// oxlint-disable-next-line import/default -- Vite returns the URL of the script
import frame from "./frame.tsx?worker&url"
import styles from "./sandbox.css?inline"
import { Sandbox, type SandboxProps } from "./Sandbox.tsx"

/** Shows a sandbox until the returned function is called. The styles of the page don't apply to it. */
export const mount = (element: HTMLElement, props: Omit<SandboxProps, "frame">): () => void => {
  const shadow = element.shadowRoot ?? element.attachShadow({ mode: "open" })
  const style = Object.assign(document.createElement("style"), { textContent: styles })
  const place = document.createElement("div")
  shadow.replaceChildren(style, place)
  const root = createRoot(place)
  root.render(<Sandbox {...props} frame={frame} />)
  return () => root.unmount()
}
