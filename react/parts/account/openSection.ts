/** The open section of the account settings: in the fragment of the URL, or in the state of a dialog. */
"use client"
import { createContext, useCallback, useContext, useSyncExternalStore } from "react"
import { PageHistory } from "../../../layers/browser/index.ts"
import { useSetting } from "../../useSetting.ts"

/** The sections in order, by group. The fragment of the URL names the open section: `#/emails`. */
export const sectionGroups = {
  you: ["profile", "emails", "connections", "notifications"],
  security: ["password", "passkeys", "mfa", "sessions"],
  work: ["teams", "api-keys", "billing"]
} as const

export const sectionIds = Object.values(sectionGroups).flat()

/** Id of a section. */
export type SectionId = typeof sectionGroups[keyof typeof sectionGroups][number]

/** The path of the open section, such as `emails` or `teams/…`, and how to open another one. */
export interface SectionPlace {
  readonly path: string
  /** URL of the page whose fragment names a section. Empty on that page. */
  readonly pageUrl: string
  readonly go: (path: string) => void
}

/** Place of the account settings in a dialog. Without a value, the path is the fragment of the URL. */
export const SectionPlace = createContext<SectionPlace | undefined>(undefined)

/**
 * Returns the name of the open section, the section with that name, even if the project doesn't offer it, and the id of
 * a team.
 */
export const useOpenSection = () => {
  const inDialog = useContext(SectionPlace)
  const history = useSetting(PageHistory)
  const listen = useCallback((listener: () => void) => history().onNavigation(listener), [history])
  const fragment = useSyncExternalStore(listen, () => new URL(history().href()).hash.replace(/^#\/?/, ""), () => "")
  const [name = "", teamId = ""] = (inDialog?.path ?? fragment).split("/")
  return { name, section: sectionIds.find((id) => id === name), teamId: teamId === "" ? undefined : teamId }
}

/** Returns the URL of a section by its path. In a dialog, it is on the page of the account settings. */
export const useSectionHref = (): (path: string) => string => {
  const pageUrl = useContext(SectionPlace)?.pageUrl ?? ""
  return (path) => `${pageUrl}#/${path}`
}

/** Returns a function that opens the section with a path. */
export const useGoToSection = (): (path: string) => void => {
  const inDialog = useContext(SectionPlace)
  const history = useSetting(PageHistory)
  return (path) => inDialog === undefined ? history().go(`#/${path}`) : inDialog.go(path)
}
