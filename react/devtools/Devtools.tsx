/** Mounts the panel in a shadow root, which isolates it from the page. */
"use client"
import { type ReactNode, useCallback, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { Panel } from "./Panel.tsx"
import { styles } from "./styles.ts"

/** Props of `Devtools`. */
export interface DevtoolsProps {
  /**
   * URL of the emulator's console, which the panel links to. `false` hides the link.
   *
   * @default `/emulator` at the client's `baseUrl`, if that is a local address
   */
  readonly emulator?: string | false | undefined
}

/** A button in the corner, and the panel that it opens. */
export const Corner = ({ emulator }: DevtoolsProps): ReactNode => {
  const [root, setRoot] = useState<ShadowRoot>()
  const attach = useCallback((host: HTMLElement | null) => {
    if (host !== null) setRoot(host.shadowRoot ?? styled(host.attachShadow({ mode: "open" })))
  }, [])
  return <div ref={attach}>{root === undefined ? null : createPortal(<Toggle emulator={emulator} />, root)}</div>
}

/** Adds the styles as a constructed style sheet, which the page's Content-Security-Policy doesn't block. */
const styled = (root: ShadowRoot): ShadowRoot => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  return root
}

const Toggle = ({ emulator }: DevtoolsProps) => {
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  const returning = useCallback((button: HTMLButtonElement | null) => {
    if (wasOpen.current) button?.focus()
  }, [])
  if (isOpen) {
    return (
      <>
        <div className="room" />
        <Panel emulator={emulator} onClose={() => setOpen(false)} />
      </>
    )
  }
  const open = () => {
    wasOpen.current = true
    setOpen(true)
  }
  return <button ref={returning} className="open" type="button" onClick={open}>Latchkey devtools</button>
}
