/** The frame with the app, below an address bar. */
import { type ReactNode, useEffect, useRef } from "react"
import type { HostElement, Playground } from "./playground.ts"

const isDark = () => document.documentElement.classList.contains("dark")

const documentOf = (frame: string): string =>
  `<!doctype html>
<html lang="en" data-lk-scheme="${isDark() ? "dark" : "light"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The app</title>
</head>
<body>
<script type="module" src="${frame}"></script>
</body>
</html>`

export const AppPane = ({ frame, onChange, onReady, playground, scenario }: {
  readonly scenario: string
  readonly frame: string
  readonly playground: Playground | undefined
  readonly onReady: (playground: Playground) => void
  readonly onChange: () => void
}): ReactNode => {
  const place = useRef<HTMLDivElement>(null)
  const address = playground === undefined ? "Starting …" : shortened(playground.url())
  useEffect(() => {
    const element = Object.assign(document.createElement("iframe"), {
      title: "The app",
      srcdoc: documentOf(frame),
      tryIt: { scenario, ready: onReady, changed: onChange }
    }) satisfies HostElement
    place.current!.append(element)
    const followScheme = new MutationObserver(() => {
      const page = element.contentDocument?.documentElement
      if (page !== undefined) page.dataset["lkScheme"] = isDark() ? "dark" : "light"
    })
    followScheme.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] })
    return () => {
      followScheme.disconnect()
      element.remove()
    }
  }, [frame, onChange, onReady, scenario])
  return (
    <>
      <div className="head address">
        <button
          type="button"
          className="quiet"
          aria-label="Back"
          disabled={!playground}
          onClick={() => playground?.back()}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M10 3 5 8l5 5" />
          </svg>
        </button>
        <button
          type="button"
          className="quiet"
          aria-label="Reload"
          disabled={!playground}
          onClick={() => playground?.reload()}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M13 8a5 5 0 1 1-1.5-3.6M13 2.5V5h-2.5" />
          </svg>
        </button>
        <span className="url">{address}</span>
      </div>
      <div className="frame" ref={place} />
    </>
  )
}

/** Leaves out the scheme and the values of parameters, which are long codes. */
const shortened = (url: string): string => url.replace(/^https?:\/\//, "").replace(/=[^&#]{12,}/g, "=…")
