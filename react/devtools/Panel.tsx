/** The open panel: tabs, a link to the emulator's console, and the export. */
"use client"
import * as Effect from "effect/Effect"
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { useRunEffect } from "../index.ts"
import { CacheView } from "./CacheView.tsx"
import { ChecksView } from "./ChecksView.tsx"
import { consoleUrl } from "./consoleUrl.ts"
import { RequestsView } from "./RequestsView.tsx"
import { RetriesView } from "./RetriesView.tsx"
import { SessionView } from "./SessionView.tsx"
import { type Snapshot, takeSnapshot } from "./snapshot.ts"

const views = {
  Session: SessionView,
  Requests: RequestsView,
  Cache: CacheView,
  Retries: RetriesView,
  Checks: ChecksView
} satisfies { readonly [name: string]: ComponentType<Snapshot> }

type ViewName = keyof typeof views

const names = Object.keys(views) as ReadonlyArray<ViewName>

export const Panel = ({ emulator, onClose }: {
  readonly emulator: string | false | undefined
  readonly onClose: () => void
}): ReactNode => {
  const snapshot = useSnapshot()
  const [open, setOpen] = useState(names[0]!)
  const id = useId()
  const View = views[open]
  const emulatorUrl = emulator ?? (snapshot && consoleUrl(snapshot.project.apiUrl))
  return (
    <section
      aria-label="Latchkey devtools"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose()
      }}
    >
      <header>
        <h2>Latchkey</h2>
        <Tabs id={id} open={open} onOpen={setOpen} />
        {typeof emulatorUrl === "string"
          ? <a href={emulatorUrl} target="_blank" rel="noreferrer">Emulator console</a>
          : null}
        {snapshot === undefined ? null : <Export snapshot={snapshot} />}
        <button type="button" onClick={onClose}>Close</button>
      </header>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} tabIndex={0}>
        {snapshot === undefined ? <p className="soft">Loading …</p> : <View {...snapshot} />}
      </div>
    </section>
  )
}

const everyMillis = 500

/** Returns the latest snapshot; `undefined` before the first. */
const useSnapshot = (): Snapshot | undefined => {
  const runEffect = useRunEffect()
  const [snapshot, setSnapshot] = useState<Snapshot>()
  useEffect(() => {
    let isMounted = true
    const look = Effect.map(takeSnapshot, (snapshot) => {
      if (isMounted) setSnapshot(snapshot)
    })
    void runEffect(Effect.repeat(Effect.andThen(look, Effect.sleep(everyMillis)), { while: () => isMounted }))
    return () => {
      isMounted = false
    }
  }, [runEffect])
  return snapshot
}

/** Tabs with arrow keys, Home and End, following the tabs pattern of WAI-ARIA. */
const Tabs = ({ id, onOpen, open }: {
  readonly id: string
  readonly open: ViewName
  readonly onOpen: (name: ViewName) => void
}) => {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = names.indexOf(open)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = names.at(to % names.length)!
    onOpen(next)
    list.current?.querySelector<HTMLElement>(`[data-name="${next}"]`)?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          data-name={name}
          aria-selected={name === open}
          aria-controls={`${id}-panel`}
          tabIndex={name === open ? 0 : -1}
          onClick={() => onOpen(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

const Export = ({ snapshot }: { readonly snapshot: Snapshot }) => (
  <a
    download="latchkey-devtools.json"
    href="#"
    onClick={(event) => {
      event.currentTarget.href = `data:application/json,${encodeURIComponent(JSON.stringify(snapshot, undefined, 2))}`
    }}
  >
    Export as JSON
  </a>
)
