/** The emails section. */
"use client"
import type { ReactNode } from "react"
import type { ContactChannel } from "../../../schemas/entities/ContactChannel.ts"
import { type EmailsState, useEmailsSection } from "../../parts/account/useEmailsSection.ts"
import { Button } from "../elements/Button.tsx"
import { Field } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { ProblemNotice } from "../elements/Notice.tsx"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"
import { interpolate } from "../texts/interpolate.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { Confirm } from "./Confirm.tsx"
import { Empty, Item, List } from "./List.tsx"
import { LiveRegion } from "./LiveRegion.tsx"
import { LoadedView, type ReadyOf } from "./LoadedView.tsx"
import { VisuallyHidden } from "./VisuallyHidden.tsx"

const english = { common }

export const Emails = (): ReactNode => <EmailsView {...useEmailsSection()} />

/** Renders the section for a given state. */
export const EmailsView = (state: EmailsState): ReactNode => (
  <LoadedView state={state} rows={1}>{(ready) => <Ready {...ready} />}</LoadedView>
)

const Ready = (state: ReadyOf<EmailsState>) => {
  const { common } = useWords(english)
  const { emails, sections } = useAccountTexts()
  const { add, channels, makePrimary, remove, setUsedForAuth, verify } = state
  const mailed = channels.find(({ id }) => id === verify.done)
  return (
    <>
      <ProblemNotice problem={verify.problem ?? makePrimary.problem ?? setUsedForAuth.problem ?? remove.problem} />
      {channels.length === 0 ?
        <Empty title={emails.none} hint={emails.noneHint} /> :
        (
          <List label={sections.emails} length={channels.length}>
            {channels.map((channel) => <Channel key={channel.id} {...state} channel={channel} />)}
          </List>
        )}
      <LiveRegion>{mailed !== undefined && interpolate(emails.sent, { email: mailed.value })}</LiveRegion>
      <div className="lk-part">
        <h3>{emails.add}</h3>
        <FormView form={add} label={emails.add}>
          <Field form={add} name="email" type="email" label={common.email} autoComplete="email" />
          <div className="lk-row">
            <Button type="submit" look="main" busy={add.pending}>{emails.submit}</Button>
          </div>
        </FormView>
      </div>
    </>
  )
}

const Channel = ({ channel, makePrimary, remove, setUsedForAuth, verify }: ReadyOf<EmailsState> & {
  readonly channel: ContactChannel
}) => {
  const { emails } = useAccountTexts()
  const { id, isPrimary, isVerified, usedForAuth, value } = channel
  const about = <VisuallyHidden>{value}</VisuallyHidden>
  return (
    <Item
      stacked
      title={<bdi translate="no">{value}</bdi>}
      busy={[makePrimary, remove, setUsedForAuth, verify].some(({ busy }) => busy === id)}
      badges={[
        isPrimary ? { text: emails.primary } : undefined,
        isVerified ? { text: emails.verified, look: "good" } : { text: emails.unverified, look: "danger" },
        usedForAuth ? { text: emails.usedForAuth } : undefined
      ]}
    >
      {isVerified ?
        null :
        (
          <Button className="lk-small" look="quiet" busy={verify.busy === id} onClick={() => verify.run(id)}>
            {emails.verify}
            {about}
          </Button>
        )}
      {isPrimary ?
        null :
        (
          <Button className="lk-small" look="quiet" busy={makePrimary.busy === id} onClick={() => makePrimary.run(id)}>
            {emails.makePrimary}
            {about}
          </Button>
        )}
      <Button className="lk-small" look="quiet" onClick={() => setUsedForAuth.run(id, !usedForAuth)}>
        {usedForAuth ? emails.stopUsing : emails.useForAuth}
        {about}
      </Button>
      <Confirm
        to={emails.remove}
        look="remove"
        about={value}
        busy={remove.busy === id}
        title={interpolate(emails.removeTitle, { email: value })}
        onConfirm={() => remove.run(id)}
      >
        {emails.removeHint}
      </Confirm>
    </Item>
  )
}
