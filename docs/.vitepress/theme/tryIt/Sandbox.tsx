/** The sandbox on a page: the app, its emails and requests, the clock, faults, and code that readers can edit. */
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react"
import { AppPane } from "./AppPane.tsx"
import { CodePane } from "./CodePane.tsx"
import { Controls } from "./Controls.tsx"
import { Emails } from "./Emails.tsx"
import type { Playground } from "./playground.ts"
import { Requests } from "./Requests.tsx"

/** A sandbox's scenario and the code from its page. */
export interface SandboxProps {
  readonly scenario: string
  readonly code: string
  /** Path of the site, with a slash at the end. */
  readonly base: string
  /** URL of the script that runs in the frame. */
  readonly frame: string
}

const paneNames = ["App", "Emails", "Requests", "Code"] as const

type PaneName = typeof paneNames[number]

/** Width in pixels below which the panes are tabs. */
const narrow = 640

/** Returns whether an element is too narrow for panes side by side. */
const useIsNarrow = (): readonly [isNarrow: boolean, ref: Ref<HTMLDivElement>] => {
  const [isNarrow, setNarrow] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setNarrow(entry!.contentRect.width < narrow))
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [])
  return [isNarrow, ref]
}

export const Sandbox = (props: SandboxProps): ReactNode => {
  const [starts, setStarts] = useState(0)
  return <Running key={starts} {...props} onReset={() => setStarts((starts) => starts + 1)} />
}

const Running = ({ base, code, frame, onReset, scenario }: SandboxProps & { readonly onReset: () => void }) => {
  const [isNarrow, ref] = useIsNarrow()
  const [shown, setShown] = useState<PaneName>("App")
  const [playground, setPlayground] = useState<Playground>()
  const [, setChanges] = useState(0)
  const [changed] = useState(() => () => setChanges((changes) => changes + 1))
  const id = useId()
  const panes: { readonly [Name in PaneName]: ReactNode } = {
    App: (
      <AppPane scenario={scenario} frame={frame} playground={playground} onReady={setPlayground} onChange={changed} />
    ),
    Emails: <Emails playground={playground} onOpened={() => setShown("App")} />,
    Requests: <Requests playground={playground} />,
    Code: <CodePane playground={playground} initial={code} base={base} />
  }
  const counts: { readonly [Name in PaneName]?: number | undefined } = {
    Emails: playground?.mails().length,
    Requests: playground?.requests().length
  }
  return (
    <div className="sandbox" ref={ref} data-narrow={isNarrow ? "" : undefined} aria-busy={playground === undefined}>
      <Controls playground={playground} onReset={onReset} />
      {isNarrow ? <Tabs id={id} shown={shown} counts={counts} onShow={setShown} /> : null}
      <div className="panes">
        {paneNames.map((name) => (
          <section
            key={name}
            id={`${id}${name}`}
            className={`pane ${name.toLowerCase()}`}
            hidden={isNarrow && name !== shown}
            {...isNarrow
              ? { role: "tabpanel", "aria-labelledby": `${id}${name}-tab` }
              : { "aria-label": name }}
          >
            {panes[name]}
          </section>
        ))}
      </div>
    </div>
  )
}

const Tabs = ({ counts, id, onShow, shown }: {
  readonly id: string
  readonly shown: PaneName
  readonly counts: { readonly [Name in PaneName]?: number | undefined }
  readonly onShow: (name: PaneName) => void
}) => {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = paneNames.at((paneNames.indexOf(shown) + step) % paneNames.length)!
    onShow(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-name="${next}"]`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label="Parts of the sandbox" onKeyDown={move}>
      {paneNames.map((name) => (
        <button
          key={name}
          id={`${id}${name}-tab`}
          type="button"
          role="tab"
          data-name={name}
          aria-selected={name === shown}
          aria-controls={`${id}${name}`}
          tabIndex={name === shown ? 0 : -1}
          onClick={() => onShow(name)}
        >
          {name}
          {counts[name] ? <span className="count">{counts[name]}</span> : null}
        </button>
      ))}
    </div>
  )
}
