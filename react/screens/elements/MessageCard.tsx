/** A screen that shows a result: title, text and next actions. */
"use client"
import type { ReactNode } from "react"
import type { IconName } from "../Slots.tsx"
import { Button, ButtonLink } from "./Button.tsx"
import { Frame } from "./Frame.tsx"
import { Icon } from "./Icon.tsx"
import { LinkOn } from "./LinkOn.tsx"
import { Placed, type ScreenProps } from "./Main.tsx"
import { ProblemNotice } from "./Notice.tsx"

/** A next action: a link or a button. `done`: the link replaces this page in the history. */
export type MessageCardAction =
  & { readonly label: string }
  & ({ readonly to: string; readonly done?: boolean } | { readonly onPress: () => void; readonly busy?: boolean })

const icons = { plain: "info", good: "success", danger: "warning" } as const

/** The first action is the main one. */
export const MessageCard = (
  {
    actions,
    children,
    fullPage,
    look = "plain",
    problem,
    text,
    title,
    icon = icons[problem === undefined ? look : "danger"]
  }: ScreenProps & {
    readonly title: string
    readonly text?: string | undefined
    readonly look?: "plain" | "good" | "danger" | undefined
    /** Name of the icon. @default the icon of `look` */
    readonly icon?: IconName | undefined
    /** Error to show, as a translated message. */
    readonly problem?: unknown | undefined
    /** The next actions. At least one, so that users can always leave the page. */
    readonly actions: readonly [MessageCardAction, ...ReadonlyArray<MessageCardAction>]
    readonly children?: ReactNode | undefined
  }
): ReactNode => (
  <Placed fullPage={fullPage}>
    <Frame
      title={title}
      icon={<Icon name={icon} />}
      look={problem === undefined ? look : "danger"}
      lead={
        <>
          {text === undefined ? null : <p className="lk-soft" role={look === "danger" ? "alert" : "status"}>{text}</p>}
          <ProblemNotice problem={problem} />
        </>
      }
    >
      {children}
      <div className="lk-stack lk-tight">
        {actions.map((action, index) => {
          const look = index === 0 ? "main" : "quiet"
          if ("onPress" in action) {
            return (
              <Button key={action.label} look={look} busy={action.busy === true} onClick={action.onPress}>
                {action.label}
              </Button>
            )
          }
          const Link = action.done === true ? LinkOn : ButtonLink
          return <Link key={action.label} look={look} href={action.to}>{action.label}</Link>
        })}
      </div>
    </Frame>
  </Placed>
)

/** A card for an operation that completes without the user. */
export const Working = ({ title }: { readonly title: string }): ReactNode => (
  <Frame title={title} icon={<span className="lk-busy" role="status" aria-label={title} />} />
)
