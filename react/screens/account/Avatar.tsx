/** The picture of a person or a team. */
"use client"
import type { ReactNode } from "react"

/** Decoration: the name stands beside it. Without a picture, the first letter. */
export const Avatar = ({ large = false, name, url }: {
  readonly name: string
  readonly url: string | null
  readonly large?: boolean
}): ReactNode => (
  <span className={large ? "lk-avatar lk-large" : "lk-avatar"} aria-hidden="true">
    {url === null ? [...name.trim()][0]?.toUpperCase() ?? "?" : <img src={url} alt="" />}
  </span>
)
