/** What a provider shows when a component below fails for a reason of ours and no boundary of the app's catches it. */
"use client"
import { createElement, type CSSProperties, type ReactNode } from "react"
import type { Failure } from "./createFailureBoundary.ts"

/** Bundlers put the value in. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** By the language of the page, English first. */
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
 * Shows a calm sentence and a way to try again; in development, what is wrong and how to fix it. Throws errors that aren't
 * ours, and those that the app asked for such as `NotSignedIn`, to the boundaries above the provider.
 */
export const failureScreen = ({ error, isPending, retry }: Failure): ReactNode => {
  if (!(error instanceof Error && "_tag" in error && ours.includes(error._tag))) throw error
  const [sentence, label] = texts[document.documentElement.lang.slice(0, 2).toLowerCase()] ?? texts["en"]!
  const said = process.env.NODE_ENV === "production"
    ? sentence
    : `${error.message}${"docs" in error ? ` See ${String(error.docs)}` : ""}`
  return createElement(
    "div",
    { role: "alert", style: look },
    createElement("p", { dir: "auto" }, said),
    createElement("button", { type: "button", dir: "auto", disabled: isPending, onClick: retry }, label)
  )
}
