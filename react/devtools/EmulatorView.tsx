/** The embedded platform's clock, the faults it plays, and the mails it sent. */
"use client"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ReactNode, useMemo } from "react"
import { useAction } from "../index.ts"
import { advance, choices, type FaultChoice, look, type OutboxMail, toggle } from "./emulator.ts"
import { type Columns, Table } from "./Table.tsx"
import { useRepeated } from "./useRepeated.ts"

const steps = ["1 minute", "11 minutes", "1 hour", "1 day", "8 days"]

export const EmulatorView = ({ at }: { readonly at: string }): ReactNode => {
  const [seen, again] = useRepeated(useMemo(() => look(at), [at]), 1000)
  const moving = useAction((step: string) => Effect.tap(advance(at, step), Effect.sync(again)))
  const switching = useAction((choice: FaultChoice) => Effect.tap(toggle(at, choice), Effect.sync(again)))
  if (seen === undefined) return <p className="soft">Asking the platform …</p>
  if (Result.isFailure(seen)) return <p className="bad">{seen.failure.message}</p>
  const { mails, now, otherFaults, switchedOn } = seen.success
  return (
    <>
      <div className="row">
        <span>{`The platform's clock: ${now.toISOString().slice(0, 19).replace("T", " ")} UTC`}</span>
        {steps.map((step) => (
          <button key={step} type="button" onClick={() => void moving.run(step)}>{`+ ${step}`}</button>
        ))}
      </div>
      {moving.error === undefined ? null : <p className="bad" role="alert">{moving.error.message}</p>}
      <h3>Faults that every call meets</h3>
      <div className="row">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={switchedOn.includes(choice)}
            onClick={() => void switching.run(choice)}
          >
            {choice}
          </button>
        ))}
      </div>
      {switching.error === undefined ? null : <p className="bad" role="alert">{switching.error.message}</p>}
      {otherFaults === 0 ? null : <p className="soft">{`Faults that a program brought: ${otherFaults}.`}</p>}
      <h3>Outbox</h3>
      {mails.length === 0
        ? <p className="soft">No mail yet.</p>
        : <Table columns={outbox} keyOf={({ link, sentAt, to }) => `${sentAt} ${to} ${link}`} rows={mails} />}
    </>
  )
}

const outbox: Columns<OutboxMail> = {
  "To": ({ to }) => to,
  "Subject": ({ subject }) => subject,
  "What it brings": ({ link, otp }) => (
    <>
      {otp === undefined ? null : <code translate="no">{otp}</code>}
      {link === undefined ? null : <a href={link}>{new URL(link).pathname}</a>}
    </>
  )
}
