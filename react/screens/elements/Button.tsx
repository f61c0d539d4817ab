/** Buttons, and links that look like buttons. */
"use client"
import type { ComponentProps, ReactNode } from "react"
import { useHydrated } from "../../parts/useHydrated.ts"
import { useWords } from "../Language.tsx"
import { type Look, slot } from "../Slots.tsx"
import { common } from "../texts/english.ts"
import { useAnnouncement } from "./Main.tsx"

const english = { common }

/**
 * A button. While `busy` it keeps its label and focus, ignores presses, and reports its state to assistive technology.
 * `off` only changes its appearance. A submit button is disabled until hydration, because until then the browser would
 * submit the form without React, even on the Enter key (HTML, 4.10.21.2 "Implicit submission").
 */
export const Button = ({ busy = false, look = "plain", off = false, onClick, type = "button", ...rest }:
  & Omit<ComponentProps<"button">, "disabled">
  & { readonly look?: Look; readonly busy?: boolean; readonly off?: boolean }): ReactNode =>
{
  const hydrated = useHydrated()
  useAnnouncement(useWords(english).common.working, busy)
  return (
    <ButtonSlot
      {...rest}
      type={type}
      look={look}
      busy={busy}
      disabled={type === "submit" && !hydrated}
      data-off={off || undefined}
      aria-disabled={busy || off || undefined}
      onClick={(event) => busy || off ? event.preventDefault() : onClick?.(event)}
    />
  )
}

const ButtonSlot = slot(
  "Button",
  ({ busy, children, className = "", look, ...rest }) => (
    <button {...rest} className={`lk-button ${className}`} data-look={look}>
      {busy ? <span className="lk-busy" aria-hidden="true" /> : null}
      {children}
    </button>
  )
)

/** A link that looks like a button. */
export const ButtonLink = slot(
  "ButtonLink",
  ({ className = "", look, ...rest }) => <a {...rest} className={`lk-button ${className}`} data-look={look} />
)
