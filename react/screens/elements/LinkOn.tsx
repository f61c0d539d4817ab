/** Links out of a page that has nothing left to do. */
"use client"
import type { MouseEvent, ReactNode } from "react"
import type { SlotProps } from "../Slots.tsx"
import { ButtonLink } from "./Button.tsx"

/** A link that replaces this page in the history, so that "back" doesn't return to it. */
export const LinkOn = (props: Omit<SlotProps["ButtonLink"], "onClick">): ReactNode => (
  <ButtonLink {...props} onClick={replace} />
)

const replace = (event: MouseEvent<HTMLAnchorElement>) => {
  // Opening a new tab or window, or downloading, keeps this page.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  location.replace(event.currentTarget.href)
}
