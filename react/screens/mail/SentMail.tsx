/** Actions after an email was sent. */
"use client"
import { type ReactNode, useId } from "react"
import type { SentMail } from "../../parts/form/useResend.ts"
import { Button, ButtonLink } from "../elements/Button.tsx"
import { FormView } from "../elements/FormView.tsx"
import { useWords } from "../Language.tsx"
import { lang, sentMail } from "../texts/english.ts"
import { interpolate, interpolatePlural } from "../texts/interpolate.ts"
import { mailboxOf } from "./mailboxOf.ts"

const english = { lang, sentMail }

/**
 * Links to the mailbox if the address shows its provider, sends the email again after a pause, and returns to the
 * address field. Assistive technology announces the seconds of the pause when the button receives focus, but not each
 * second.
 */
export const SentMailActions = (
  { backLabel, children, email, resend, resendIn, startOver }: SentMail & {
    /** Label of the button that returns to the previous step. @default "Use another email" */
    readonly backLabel?: string | undefined
    readonly children?: ReactNode | undefined
  }
): ReactNode => {
  const { lang, sentMail } = useWords(english)
  const hint = useId()
  const mailbox = mailboxOf(email)
  return (
    <div className="lk-stack lk-tight">
      {children}
      {mailbox === undefined ?
        null :
        (
          <ButtonLink look="plain" href={mailbox.href} target="_blank" rel="noreferrer">
            {interpolate(sentMail.open, { mailbox: mailbox.name })}
          </ButtonLink>
        )}
      <FormView form={resend} label={sentMail.resend}>
        <Button
          type="submit"
          look="quiet"
          busy={resend.pending}
          off={resendIn > 0}
          aria-describedby={resendIn > 0 ? hint : undefined}
        >
          {sentMail.resend}
        </Button>
      </FormView>
      <p className="lk-hint lk-centred" role="status">{resend.done ? sentMail.resent : null}</p>
      {resendIn > 0
        ? (
          <p id={hint} className="lk-hint lk-centred">
            {interpolatePlural(sentMail.resendIn, { seconds: resendIn }, lang)}
          </p>
        )
        : null}
      <Button look="quiet" onClick={startOver}>{backLabel ?? sentMail.otherAddress}</Button>
    </div>
  )
}
