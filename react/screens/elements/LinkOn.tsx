/** The way on from a page that is done. */
"use client"
import type { MouseEvent, ReactNode } from "react"
import type { SlotProps } from "../Slots.tsx"
import { ButtonLink } from "./Button.tsx"

/** A link that takes the place of this page in the history, so that "back" does not lead to it. */
export const LinkOn = (props: Omit<SlotProps["ButtonLink"], "onClick">): ReactNode => (
  <ButtonLink {...props} onClick={replace} />
)

const replace = (event: MouseEvent<HTMLAnchorElement>) => {
  // in another tab or window, or kept on disk: this page stays
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  location.replace(event.currentTarget.href)
}
