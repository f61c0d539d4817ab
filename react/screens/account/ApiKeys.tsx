/** The API keys section, for a user or a team. */
"use client"
import type { ReactNode } from "react"
import {
  type ApiKeyItem,
  apiKeyLifetimes,
  type ApiKeysState,
  useApiKeysSection
} from "../../parts/account/useApiKeysSection.ts"
import type { ItemAction } from "../../parts/account/useEach.ts"
import { Button } from "../elements/Button.tsx"
import { Field } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { ProblemNotice } from "../elements/Notice.tsx"
import { interpolate } from "../texts/interpolate.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { Confirm } from "./Confirm.tsx"
import { useDates } from "./dates.ts"
import { Empty, Item, List } from "./List.tsx"
import { LoadedView, type ReadyOf } from "./LoadedView.tsx"
import { Secret } from "./Secret.tsx"
import { SelectField } from "./SelectField.tsx"

export const ApiKeys = ({ teamId }: { readonly teamId?: string }): ReactNode => (
  <ApiKeysView {...useApiKeysSection(teamId === undefined ? undefined : { teamId })} />
)

/** Renders the section for a given state. */
export const ApiKeysView = (state: ApiKeysState): ReactNode => (
  <LoadedView state={state}>{(ready) => <Ready {...ready} />}</LoadedView>
)

const Ready = (
  { create, created, dismiss, keys, revoke }: ReadyOf<ApiKeysState>
) => {
  const { apiKeys, sections } = useAccountTexts()
  return (
    <>
      {created === undefined
        ? (
          <FormView form={create} label={apiKeys.create}>
            <div className="lk-fields">
              <Field form={create} name="description" label={apiKeys.description} autoComplete="off" />
              <SelectField
                form={create}
                name="lifetime"
                label={apiKeys.lifetime}
                options={apiKeyLifetimes.map((each) => [each, apiKeys.lifetimes[each]])}
              />
            </div>
            <div className="lk-row">
              <Button type="submit" look="main" busy={create.pending}>{apiKeys.create}</Button>
            </div>
          </FormView>
        )
        : (
          <div className="lk-note lk-stack" data-look="good">
            <div role="status">
              <strong>{interpolate(apiKeys.created, { description: created.description })}</strong>{" "}
              <span>{apiKeys.createdHint}</span>
            </div>
            <Secret label={apiKeys.value} value={created.value} />
            <div>
              <Button className="lk-small" onClick={dismiss}>{apiKeys.dismiss}</Button>
            </div>
          </div>
        )}
      <ProblemNotice problem={revoke.problem} />
      {keys.length === 0 ?
        <Empty title={apiKeys.none} hint={apiKeys.noneHint} /> :
        (
          <List label={sections["api-keys"]} length={keys.length}>
            {keys.map((key) => <Key key={key.id} of={key} revoke={revoke} />)}
          </List>
        )}
    </>
  )
}

const Key = ({ of, revoke }: { readonly of: ApiKeyItem; readonly revoke: ItemAction }) => {
  const { apiKeys } = useAccountTexts()
  const { day } = useDates()
  const { createdAt, description, expiresAt, id, invalid, value } = of
  const until = expiresAt === undefined ? apiKeys.never : interpolate(apiKeys.expires, { time: day(expiresAt) })
  return (
    <Item
      title={description}
      dim={invalid !== null}
      busy={revoke.busy === id}
      badges={[
        invalid === null
          ? undefined
          : { text: invalid === "expired" ? apiKeys.expired : apiKeys.revoked, look: "danger" }
      ]}
      details={[
        interpolate(apiKeys.ending, { lastFour: value.lastFour }),
        [interpolate(apiKeys.createdOn, { time: day(createdAt) }), ...invalid === null ? [until] : []].join(" · ")
      ]}
    >
      {invalid !== null ? undefined : (
        <Confirm
          to={apiKeys.revoke}
          look="remove"
          about={description}
          busy={revoke.busy === id}
          title={interpolate(apiKeys.revokeTitle, { description })}
          onConfirm={() => revoke.run(id)}
        >
          {apiKeys.revokeHint}
        </Confirm>
      )}
    </Item>
  )
}
