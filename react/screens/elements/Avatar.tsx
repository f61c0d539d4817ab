/** The picture of a user or a team. */
"use client"
import type { CSSProperties } from "react"
import { hueOf, initialOf } from "../../../schemas/entities/names.ts"
import { slot } from "../Slots.tsx"

/**
 * The picture of a user or a team. The picture is decorative, because the name is next to it. Without a picture, it
 * shows the name's first character in one of twelve hues, which depends on the id. Without a name, it shows a
 * silhouette. Users are round, teams are square.
 */
export const Avatar = slot("Avatar", ({ id, large = false, name, team = false, url }) => (
  <span
    className={large ? "lk-avatar lk-large" : "lk-avatar"}
    data-square={team || undefined}
    style={name === "" ? undefined : { "--lk-hue": hueOf(id ?? name) } as CSSProperties}
    aria-hidden="true"
    translate="no"
  >
    {url !== null ? <img src={url} alt="" /> : initialOf(name) ?? <Anybody />}
  </span>
))

const Anybody = () => (
  <svg viewBox="0 0 16 16" fill="currentColor">
    <circle cx="8" cy="6.5" r="2.75" />
    <path d="M2.5 15.5a5.5 5 0 0 1 11 0z" />
  </svg>
)
