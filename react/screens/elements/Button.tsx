/** Buttons, and links that look like them. */
"use client"
import type { ComponentProps, ReactNode } from "react"
import { useHydrated } from "../../parts/useHydrated.ts"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"
import { useAnnouncement } from "./Main.tsx"

const english = { common }

/** How a button looks: the one main action of a form, an ordinary one, a quiet one, one that destroys, and a quiet one that takes away. */
export type Look = "main" | "plain" | "quiet" | "danger" | "remove"

/**
 * A button. While `busy` it keeps its label and stays focusable, and pressing it does nothing; what it does meanwhile is
 * told to assistive technology. While it is `off` it only looks different. One that submits is disabled until the page is alive: the browser would send the form by
 * itself, also for people who type Enter (HTML, 4.10.21.2 "Implicit submission").
 */
export const Button = (
  { busy = false, children, className = "", look = "plain", off = false, onClick, type = "button", ...rest }:
    & Omit<ComponentProps<"button">, "disabled">
    & { readonly look?: Look; readonly busy?: boolean; readonly off?: boolean }
): ReactNode => {
  const hydrated = useHydrated()
  useAnnouncement(useWords(english).common.working, busy)
  return (
    <button
      {...rest}
      type={type}
      className={`lk-button ${className}`}
      data-look={look}
      disabled={type === "submit" && !hydrated}
      data-off={off || undefined}
      aria-disabled={busy || off || undefined}
      onClick={(event) => busy || off ? event.preventDefault() : onClick?.(event)}
    >
      {busy ? <span className="lk-busy" aria-hidden="true" /> : null}
      {children}
    </button>
  )
}
