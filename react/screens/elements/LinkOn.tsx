/** Links for a page on which the user has nothing left to do. */
"use client"
import type { MouseEvent, ReactNode } from "react"
import { PageHistory } from "../../../layers/browser/index.ts"
import { useSetting } from "../../useSetting.ts"
import type { SlotProps } from "../Slots.tsx"
import { ButtonLink } from "./Button.tsx"

/** A link that replaces this page in the history, so that "back" doesn't return to it. */
export const LinkOn = (props: Omit<SlotProps["ButtonLink"], "onClick">): ReactNode => {
  const history = useSetting(PageHistory)
  return (
    <ButtonLink
      {...props}
      onClick={(event) => {
        const { href } = props
        if (href === undefined || !staysHere(event)) return
        event.preventDefault()
        history().go(href, { replace: true })
      }}
    />
  )
}

/** Whether the link opens in this page: no new tab or window, and no download. */
const staysHere = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) => !(altKey || ctrlKey || metaKey || shiftKey)
