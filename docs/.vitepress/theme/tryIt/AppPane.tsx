/** The frame with the app, below an address bar. */
import { type ReactNode, useEffect, useRef, useState } from "react"
import { loadedFrame } from "./loadedFrame.ts"
import type { HostElement, Playground } from "./playground.ts"
import { Poster } from "./Poster.tsx"

const isDark = () => document.documentElement.classList.contains("dark")

const documentOf = (frame: string, isCompact: boolean): string =>
  `<!doctype html>
<html lang="en" data-lk-scheme="${isDark() ? "dark" : "light"}"${isCompact ? " data-compact" : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The app</title>
</head>
<body>
<script type="module" src="${frame}"></script>
</body>
</html>`

/** Progress of the script of the frame: a fraction, or whether it failed. */
type Progress = number | "failed"

export const AppPane = ({ frame, onChange, onReady, playground, poster, scenario }: {
  readonly scenario: string
  /** URL of the picture of the first screen, without `.webp`. */
  readonly poster: string | undefined
  readonly frame: string
  readonly playground: Playground | undefined
  readonly onReady: (playground: Playground) => void
  readonly onChange: () => void
}): ReactNode => {
  const place = useRef<HTMLDivElement>(null)
  const [progress, setProgress] = useState<Progress>(0)
  const address = playground === undefined ? "Starting …" : shortened(playground.url())
  useEffect(() => {
    const element = Object.assign(document.createElement("iframe"), {
      title: "The app",
      srcdoc: documentOf(frame, poster !== undefined),
      tryIt: { scenario, ready: onReady, changed: onChange }
    }) satisfies HostElement
    const loading = new AbortController()
    loadedFrame(frame, loading.signal, setProgress).then(
      () => loading.signal.aborted || place.current!.append(element),
      () => loading.signal.aborted || setProgress("failed")
    )
    const followScheme = new MutationObserver(() => {
      const page = element.contentDocument?.documentElement
      if (page !== undefined) page.dataset["lkScheme"] = isDark() ? "dark" : "light"
    })
    followScheme.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] })
    return () => {
      loading.abort()
      followScheme.disconnect()
      element.remove()
    }
  }, [frame, onChange, onReady, poster, scenario])
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
      <div className="frame" ref={place}>
        {playground === undefined ? <Poster picture={poster} progress={progress} /> : null}
      </div>
    </>
  )
}

/** Leaves out the scheme and the values of parameters, which are long codes. */
const shortened = (url: string): string => url.replace(/^https?:\/\//, "").replace(/=[^&#]{12,}/g, "=…")
