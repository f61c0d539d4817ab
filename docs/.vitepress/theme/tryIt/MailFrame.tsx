/** An email in an iframe that can't send requests, navigate or reach the page. docs/laws.md Z6. */
import { type ReactNode, useEffect, useMemo, useRef } from "react"

export const MailFrame = ({ documentOf, html, onOpen, title }: {
  readonly html: string
  readonly title: string
  readonly documentOf: (html: string) => string
  /** Called with the links that the reader follows. */
  readonly onOpen: (link: string) => void
}): ReactNode => {
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  })
  const port = useRef<MessagePort>(undefined)
  useEffect(() => () => port.current?.close(), [])
  const srcDoc = useMemo(() => documentOf(html), [documentOf, html])
  return (
    <iframe
      title={title}
      sandbox="allow-scripts"
      srcDoc={srcDoc}
      onLoad={({ currentTarget }) => {
        // the document of the email gets a port, and a document that replaced it doesn't
        if (port.current !== undefined) return
        const { port1, port2 } = new MessageChannel()
        port.current = port1
        port1.addEventListener("message", ({ data }: MessageEvent<{ readonly href?: unknown } | null>) => {
          const href = data?.href
          if (typeof href === "string" && URL.canParse(href)) open.current(href)
        })
        port1.start()
        // the document of a sandbox has no origin
        currentTarget.contentWindow?.postMessage("latchkey", "*", [port2])
      }}
    />
  )
}
