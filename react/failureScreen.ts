/** Default fallback of a provider for Latchkey's own errors. */
"use client"
import { createElement, type CSSProperties, type ReactNode } from "react"
import type { Failure } from "./createFailureBoundary.ts"

/** Replaced by bundlers. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Texts by the language of the page; English is the default. */
const texts: { readonly [language: string]: readonly [sentence: string, retry: string] } = {
  en: ["This page can't be shown right now.", "Try again"],
  de: ["Diese Seite kann gerade nicht angezeigt werden.", "Noch einmal versuchen"],
  ar: ["لا يمكن عرض هذه الصفحة الآن.", "إعادة المحاولة"]
}

const ours: ReadonlyArray<unknown> = ["CallError", "InvalidConfiguration"]

const look: CSSProperties = {
  font: "1rem/1.5 system-ui, sans-serif",
  margin: "4rem auto",
  maxWidth: "40rem",
  padding: "1rem"
}

/**
 * Renders a short message and a retry button; in development, the problem and its fix. Throws other errors, and errors
 * that the app opted into such as `NotSignedIn`, to the boundaries above the provider.
 */
export const failureScreen = ({ error, isPending, retry }: Failure): ReactNode => {
  if (!(error instanceof Error && "_tag" in error && ours.includes(error._tag))) throw error
  const [sentence, label] = texts[document.documentElement.lang.slice(0, 2).toLowerCase()] ?? texts["en"]!
  const message = process.env.NODE_ENV === "production"
    ? sentence
    : `${error.message}${"docs" in error ? ` See ${String(error.docs)}` : ""}`
  return createElement(
    "div",
    { role: "alert", style: look },
    createElement("p", { dir: "auto" }, message),
    createElement("button", { type: "button", dir: "auto", disabled: isPending, onClick: retry }, label)
  )
}
