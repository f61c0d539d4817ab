/** The sandbox on a page: the app, its emails and requests, the clock, faults, and code that readers can edit. */
import { Fragment, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react"
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
  /** Whether the sandbox opens its page: the app, emails and requests are next to each other, and the code is hidden. */
  readonly isHero?: boolean | undefined
}

const paneNames = ["App", "Code", "Emails", "Requests"] as const

type PaneName = typeof paneNames[number]

/** Panes that share a place below the app, where not all of them fit side by side. */
const tabNames = ["Code", "Emails", "Requests"] as const

type TabName = typeof tabNames[number]

/** Width in pixels below which the panes are tabs. */
const narrow = 640

/** Returns whether an element is too narrow for panes side by side. */
const useIsNarrow = (): readonly [isNarrow: boolean, ref: RefObject<HTMLDivElement | null>] => {
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
  const [isWide, setWide] = useState(false)
  return (
    <Running
      key={starts}
      {...props}
      isWide={isWide}
      onWide={setWide}
      onReset={() => setStarts((starts) => starts + 1)}
    />
  )
}

/** Shows an element above the page, as wide as the window, until Escape is pressed. The frame in it keeps running. */
const useIsWide = (ref: RefObject<HTMLElement | null>, isWide: boolean, onEnd: () => void): void => {
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    const element = ref.current
    if (!isWide || element === null) return
    element.popover = "manual"
    element.showPopover()
    document.documentElement.style.overflow = "hidden"
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key === "Escape") end.current()
    }
    document.addEventListener("keydown", onKey, true)
    return () => {
      document.removeEventListener("keydown", onKey, true)
      document.documentElement.style.overflow = ""
      element.popover = null
    }
  }, [isWide, ref])
}

const Running = ({ base, code, frame, isHero = false, isWide, onReset, onWide, scenario }: SandboxProps & {
  readonly onReset: () => void
  readonly isWide: boolean
  readonly onWide: (isWide: boolean) => void
}) => {
  const [isNarrow, ref] = useIsNarrow()
  const [shown, setShown] = useState<TabName>("Code")
  const [hasCode, setHasCode] = useState(!isHero)
  const [playground, setPlayground] = useState<Playground>()
  const [, setChanges] = useState(0)
  const [changed] = useState(() => () => setChanges((changes) => changes + 1))
  const id = useId()
  useIsWide(ref, isWide, () => onWide(false))
  const hasTabs = isNarrow && !isHero
  const panes: { readonly [Name in PaneName]: ReactNode } = {
    App: (
      <AppPane
        scenario={scenario}
        frame={frame}
        poster={isHero ? `${base}screens/poster` : undefined}
        playground={playground}
        onReady={setPlayground}
        onChange={changed}
      />
    ),
    Code: <CodePane playground={playground} initial={code} base={base} />,
    Emails: <Emails playground={playground} />,
    Requests: <Requests playground={playground} />
  }
  const counts: { readonly [Name in TabName]?: number | undefined } = {
    Emails: playground?.mails().length,
    Requests: playground?.requests().length
  }
  const isTab = (name: PaneName): boolean => hasTabs && name !== "App"
  return (
    <div
      className="sandbox"
      ref={ref}
      data-narrow={hasTabs ? "" : undefined}
      data-hero={isHero ? "" : undefined}
      data-wide={isWide ? "" : undefined}
      aria-busy={playground === undefined}
    >
      <Controls playground={playground} onReset={onReset}>
        {isHero
          ? (
            <button
              type="button"
              aria-expanded={hasCode}
              aria-controls={`${id}Code`}
              onClick={() => setHasCode(!hasCode)}
            >
              Code
            </button>
          )
          : <button type="button" className="wide" aria-pressed={isWide} onClick={() => onWide(!isWide)}>Wide</button>}
      </Controls>
      <div className="panes">
        {paneNames.map((name) => (
          <Fragment key={name}>
            {hasTabs && name === "Code" ? <Tabs id={id} shown={shown} counts={counts} onShow={setShown} /> : null}
            <section
              id={`${id}${name}`}
              className={`pane ${name.toLowerCase()}`}
              hidden={isTab(name) ? name !== shown : name === "Code" && !hasCode}
              {...isTab(name)
                ? { role: "tabpanel", "aria-labelledby": `${id}${name}-tab` }
                : { "aria-label": name }}
            >
              {panes[name]}
            </section>
          </Fragment>
        ))}
      </div>
    </div>
  )
}

const Tabs = ({ counts, id, onShow, shown }: {
  readonly id: string
  readonly shown: TabName
  readonly counts: { readonly [Name in TabName]?: number | undefined }
  readonly onShow: (name: TabName) => void
}) => {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = tabNames.at((tabNames.indexOf(shown) + step) % tabNames.length)!
    onShow(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-name="${next}"]`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label="Parts of the sandbox" onKeyDown={move}>
      {tabNames.map((name) => (
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
