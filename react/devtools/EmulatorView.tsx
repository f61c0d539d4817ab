/** The embedded platform's clock, and the mails it sent. */
"use client"
import * as Result from "effect/Result"
import { type ReactNode, useMemo } from "react"
import { useAction } from "../index.ts"
import { advance, look, type OutboxMail } from "./emulator.ts"
import { useRepeated } from "./useRepeated.ts"

const steps = ["1 minute", "11 minutes", "1 hour", "1 day", "8 days"]

export const EmulatorView = ({ at }: { readonly at: string }): ReactNode => {
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
      <h3>Outbox</h3>
      {mails.length === 0 ? <p className="soft">No mail yet.</p> : <Outbox mails={mails} />}
    </>
  )
}

const Outbox = ({ mails }: { readonly mails: ReadonlyArray<OutboxMail> }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">To</th>
        <th scope="col">Subject</th>
        <th scope="col">What it brings</th>
      </tr>
    </thead>
    <tbody>
      {mails.map(({ link, otp, sentAt, subject, to }) => (
        <tr key={`${sentAt} ${to} ${link}`}>
          <td>{to}</td>
          <td>{subject}</td>
          <td>
            {otp === undefined ? null : <code>{otp}</code>}
            {link === undefined ? null : <a href={link}>{new URL(link).pathname}</a>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
