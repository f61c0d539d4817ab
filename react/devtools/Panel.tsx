/** The open panel: tabs, and the way to take its facts along. */
"use client"
import * as Result from "effect/Result"
import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import { CacheView } from "./CacheView.tsx"
import { ChecksView } from "./ChecksView.tsx"
import { emulatorOf } from "./emulator.ts"
import { EmulatorView } from "./EmulatorView.tsx"
import { RequestsView } from "./RequestsView.tsx"
import { RetriesView } from "./RetriesView.tsx"
import { SessionView } from "./SessionView.tsx"
import { type Snapshot, takeSnapshot } from "./snapshot.ts"
import { useRepeated } from "./useRepeated.ts"

const views: { readonly [name: string]: ComponentType<Snapshot> } = {
  Session: SessionView,
  Requests: RequestsView,
  Cache: CacheView,
  Retries: RetriesView,
  Checks: ChecksView
}

const everyMillis = 500

export const Panel = ({ emulator, onClose }: {
  readonly emulator: string | false | undefined
  readonly onClose: () => void
}): ReactNode => {
  const [seen] = useRepeated(takeSnapshot, everyMillis)
  const found = seen !== undefined && Result.isSuccess(seen) ? emulatorOf(seen.success.project.apiUrl) : undefined
  const at = emulator ?? found
  const names = [...Object.keys(views), ...typeof at === "string" ? ["Emulator"] : []]
  const [open, setOpen] = useState(names[0]!)
  const id = useId()
  const View = views[open]
  return (
    <section
      aria-label="Latchkey devtools"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose()
      }}
    >
      <header>
        <h2>Latchkey</h2>
        <Tabs id={id} names={names} open={open} onOpen={setOpen} />
        {seen !== undefined && Result.isSuccess(seen) ? <Export snapshot={seen.success} /> : null}
        <button type="button" onClick={onClose}>Close</button>
      </header>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} tabIndex={0}>
        {View === undefined
          ? typeof at === "string" ? <EmulatorView at={at} /> : null
          : seen === undefined
          ? <p className="soft">Looking …</p>
          : Result.isSuccess(seen)
          ? <View {...seen.success} />
          : <p className="bad">{(seen.failure as Error).message}</p>}
      </div>
    </section>
  )
}

/** By the arrow keys, as WAI-ARIA's tabs pattern has it. */
const Tabs = ({ id, names, onOpen, open }: {
  readonly id: string
  readonly names: ReadonlyArray<string>
  readonly open: string
  readonly onOpen: (name: string) => void
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
    <div ref={list} role="tablist" aria-label="What to show" onKeyDown={onKeyDown}>
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
