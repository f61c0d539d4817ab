/** The embedded platform's clock, the faults it plays, and the mails it sent. */
"use client"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ReactNode, useMemo } from "react"
import { useAction } from "../index.ts"
import { advance, type FaultChoice, faults, look, meet, type OutboxMail } from "./emulator.ts"
import { type Columns, Table } from "./Table.tsx"
import { useRepeated } from "./useRepeated.ts"

const steps = ["1 minute", "11 minutes", "1 hour", "1 day", "8 days"]

/** Which faults are switched on: known to the panel alone, as long as the page is open. */
export interface FaultSwitches {
  readonly on: ReadonlyArray<FaultChoice>
  readonly set: (on: ReadonlyArray<FaultChoice>) => void
}

const choices = Object.keys(faults) as ReadonlyArray<FaultChoice>

export const EmulatorView = ({ at, switches }: {
  readonly at: string
  readonly switches: FaultSwitches
}): ReactNode => {
  const seen = useRepeated(useMemo(() => look(at), [at]), 1000)
  const moving = useAction((step: string) => advance(at, step))
  if (seen === undefined) return <p className="soft">Asking the platform …</p>
  if (Result.isFailure(seen)) return <p className="bad">{seen.failure.message}</p>
  const { mails, now } = seen.success
  return (
    <>
      <div className="row">
        <span>The platform's clock: {now.toISOString().slice(0, 19).replace("T", " ")} UTC</span>
        {steps.map((step) => <button key={step} type="button" onClick={() => void moving.run(step)}>+ {step}</button>)}
      </div>
      {moving.error === undefined ? null : <p className="bad" role="alert">{moving.error.message}</p>}
      <Faults at={at} switches={switches} />
      <h3>Outbox</h3>
      {mails.length === 0
        ? <p className="soft">No mail yet.</p>
        : <Table columns={outbox} keyOf={({ link, sentAt, to }) => `${sentAt} ${to} ${link}`} rows={mails} />}
    </>
  )
}

const Faults = ({ at, switches: { on, set } }: { readonly at: string; readonly switches: FaultSwitches }) => {
  const switching = useAction((next: ReadonlyArray<FaultChoice>) =>
    Effect.andThen(meet(at, next), Effect.sync(() => set(next)))
  )
  return (
    <>
      <h3>Faults that every call meets</h3>
      <div className="row">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={on.includes(choice)}
            onClick={() =>
              void switching.run(on.includes(choice) ? on.filter((other) => other !== choice) : [...on, choice])}
          >
            {choice}
          </button>
        ))}
      </div>
      {switching.error === undefined ? null : <p className="bad" role="alert">{switching.error.message}</p>}
    </>
  )
}

const outbox: Columns<OutboxMail> = {
  "To": ({ to }) => to,
  "Subject": ({ subject }) => subject,
  "What it brings": ({ link, otp }) => (
    <>
      {otp === undefined ? null : <code>{otp}</code>}
      {link === undefined ? null : <a href={link}>{new URL(link).pathname}</a>}
    </>
  )
}
