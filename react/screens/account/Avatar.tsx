/** The picture of a person or a team. */
"use client"
import type { ReactNode } from "react"

/** Decoration: the name stands beside it. Without a picture, the first letter; without a name, anybody. */
export const Avatar = ({ large = false, name, url }: {
  readonly name: string
  readonly url: string | null
  readonly large?: boolean
}): ReactNode => (
  <span className={large ? "lk-avatar lk-large" : "lk-avatar"} aria-hidden="true">
    {url !== null ? <img src={url} alt="" /> : [...name.trim()][0]?.toUpperCase() ?? <Anybody />}
  </span>
)

const Anybody = () => (
  <svg viewBox="0 0 16 16" fill="currentColor">
    <circle cx="8" cy="6.5" r="2.75" />
    <path d="M2.5 15.5a5.5 5 0 0 1 11 0z" />
  </svg>
)
