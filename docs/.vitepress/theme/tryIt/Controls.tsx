/** The clock, the faults, and a button that resets the sandbox. */
import { type ReactNode, useEffect, useId, useState } from "react"
import { faultNames, faults } from "./faults.ts"
import type { Playground } from "./playground.ts"

const steps = [
  { label: "+1 min", millis: 60_000 },
  { label: "+1 h", millis: 3_600_000 },
  { label: "+1 day", millis: 86_400_000 }
]

export const Controls = ({ children, onReset, playground }: {
  readonly playground: Playground | undefined
  readonly onReset: () => void
  /** Buttons of the layout. */
  readonly children: ReactNode
}): ReactNode => {
  const name = useId()
  return (
    <div className="controls">
      <div className="group" role="group" aria-label="Clock">
        <Time playground={playground} />
        {steps.map(({ label, millis }) => (
          <button
            key={label}
            type="button"
            disabled={!playground}
            onClick={() => playground?.advance(millis)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="group faults" role="radiogroup" aria-label="Network">
        {faultNames.map((fault) => (
          <label key={fault}>
            <input
              type="radio"
              name={name}
              disabled={!playground}
              checked={fault === (playground?.fault() ?? "none")}
              onChange={() => playground?.setFault(fault)}
            />
            <span data-fault={fault}>{faults[fault].label}</span>
          </label>
        ))}
      </div>
      <div className="group layout">
        {children}
        <button type="button" onClick={onReset}>Reset</button>
      </div>
    </div>
  )
}

const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit"
})

const Time = ({ playground }: { readonly playground: Playground | undefined }) => {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return <time>{playground === undefined ? null : format.format(playground.now())}</time>
}
