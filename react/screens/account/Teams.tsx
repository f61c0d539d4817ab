/** The teams section: the list of teams, or the open team. */
"use client"
import type { ReactNode } from "react"
import { visibleName } from "../../../schemas/entities/names.ts"
import { useSectionHref } from "../../parts/account/openSection.ts"
import { type TeamsState, useTeamsSection } from "../../parts/account/useTeamsSection.ts"
import { Avatar } from "../elements/Avatar.tsx"
import { Button, ButtonLink } from "../elements/Button.tsx"
import { Field } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { ProblemNotice } from "../elements/Notice.tsx"
import { lazyComponent } from "../lazyComponent.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { Empty, Item, List } from "./List.tsx"
import { LoadedView, type ReadyOf, WaitingSection } from "./LoadedView.tsx"
import { VisuallyHidden } from "./VisuallyHidden.tsx"

const TeamSection = lazyComponent(async () => (await import("./team/TeamSection.tsx")).TeamSection)

export const Teams = ({ teamId }: { readonly teamId?: string | undefined }): ReactNode =>
  teamId === undefined
    ? <All />
    : (
      <WaitingSection key={teamId}>
        <TeamSection teamId={teamId} />
      </WaitingSection>
    )

const All = () => <TeamsView {...useTeamsSection()} />

/** Renders the section for a given state. */
export const TeamsView = (state: TeamsState): ReactNode => (
  <LoadedView state={state}>{(ready) => <Ready {...ready} />}</LoadedView>
)

const Ready = (
  { create, select, selectedTeamId, teams }: ReadyOf<TeamsState>
) => {
  const { sections, teams: texts } = useAccountTexts()
  const hrefOf = useSectionHref()
  return (
    <>
      <ProblemNotice problem={select.problem} />
      {teams.length === 0 ?
        <Empty title={texts.none} hint={texts.noneHint} /> :
        (
          <List label={sections.teams} length={teams.length}>
            {teams.map(({ displayName, id, profileImageUrl }) => {
              const known = visibleName(displayName)
              const name = known ?? texts.unnamed
              const about = <VisuallyHidden>{name}</VisuallyHidden>
              return (
                <Item
                  key={id}
                  picture={<Avatar team id={id} name={name} url={profileImageUrl} />}
                  title={known === undefined ? name : <bdi translate="no">{name}</bdi>}
                  badges={[id === selectedTeamId ? { text: texts.current, look: "good" } : undefined]}
                  busy={select.busy === id}
                >
                  {id === selectedTeamId ?
                    null :
                    (
                      <Button
                        className="lk-small"
                        look="quiet"
                        busy={select.busy === id}
                        onClick={() => select.run(id)}
                      >
                        {texts.select}
                        {about}
                      </Button>
                    )}
                  <ButtonLink className="lk-small" look="quiet" href={hrefOf(`teams/${id}`)}>
                    {texts.open}
                    {about}
                  </ButtonLink>
                </Item>
              )
            })}
          </List>
        )}
      {create === undefined ? null : (
        <div className="lk-part">
          <h3>{texts.create}</h3>
          <FormView form={create} label={texts.create}>
            <Field form={create} name="displayName" label={texts.name} autoComplete="off" />
            <div className="lk-row">
              <Button type="submit" look="main" busy={create.pending}>{texts.submit}</Button>
            </div>
          </FormView>
        </div>
      )}
    </>
  )
}
