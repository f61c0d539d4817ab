/** Links for a page on which the user has nothing left to do. */
"use client"
import type { MouseEvent, ReactNode } from "react"
import type { SlotProps } from "../Slots.tsx"
import { ButtonLink } from "./Button.tsx"

/** A link that replaces this page in the history, so that "back" doesn't return to it. */
export const LinkOn = (props: Omit<SlotProps["ButtonLink"], "onClick">): ReactNode => (
  <ButtonLink {...props} onClick={replace} />
)

const replace = (event: MouseEvent<HTMLAnchorElement>) => {
  // This page stays open if the link opens a new tab or window, or downloads a file.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  location.replace(event.currentTarget.href)
}
