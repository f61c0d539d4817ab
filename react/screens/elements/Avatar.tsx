/** The picture of a person or a team. */
"use client"
import type { CSSProperties } from "react"
import { slot } from "../Slots.tsx"

/**
 * Decoration: the name stands beside it. Without a picture, the first letter on one of twelve hues that the id chooses;
 * without a name, anybody. People are round, teams are square.
 */
export const Avatar = slot("Avatar", ({ id, large = false, name, team = false, url }) => (
  <span
    className={large ? "lk-avatar lk-large" : "lk-avatar"}
    data-square={team || undefined}
    style={name === "" ? undefined : { "--lk-hue": hueOf(id ?? name) } as CSSProperties}
    aria-hidden="true"
    translate="no"
  >
    {url !== null ? <img src={url} alt="" /> : [...name.trim()][0]?.toUpperCase() ?? <Anybody />}
  </span>
))

/** Degrees of OKLCH: one of twelve, the same for the same id on every page. */
const hueOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % 12 * 30

const Anybody = () => (
  <svg viewBox="0 0 16 16" fill="currentColor">
    <circle cx="8" cy="6.5" r="2.75" />
    <path d="M2.5 15.5a5.5 5 0 0 1 11 0z" />
  </svg>
)
