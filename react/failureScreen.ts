/** Default fallback of a provider for Latchkey's own errors. */
"use client"
import { createElement, type CSSProperties, type ReactNode } from "react"
import type { Failure } from "./createFailureBoundary.ts"

/** Bundlers replace `process.env.NODE_ENV` with a constant. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Texts by language of the page. The default is English. */
const texts: { readonly [language: string]: readonly [sentence: string, retry: string] } = {
  en: ["This page can't be shown right now.", "Try again"],
  de: ["Diese Seite kann gerade nicht angezeigt werden.", "Noch einmal versuchen"],
  ar: ["لا يمكن عرض هذه الصفحة الآن.", "إعادة المحاولة"]
}

/**
 * Errors that this fallback doesn't handle. The app handles `NotSignedIn`, and the browser renders a component again
 * after `DeferredToBrowser`.
 */
const handledAbove: ReadonlyArray<unknown> = ["NotSignedIn", "DeferredToBrowser"]

const look: CSSProperties = {
  font: "1rem/1.5 system-ui, sans-serif",
  margin: "4rem auto",
  maxWidth: "40rem",
  padding: "1rem"
}

/**
 * Renders a short message and a retry button; in development, the problem and its fix. Throws errors of other
 * libraries, and errors that the app opted into such as `NotSignedIn`, to the boundaries above the provider. In native
 * apps, which have no such elements, throws every error.
 */
export const failureScreen = ({ error, isPending, retry }: Failure): ReactNode => {
  const isOurs = error instanceof Error && "_tag" in error && "docs" in error
  if (!("document" in globalThis) || !isOurs || handledAbove.includes(error._tag)) throw error
  const [sentence, label] = texts[document.documentElement.lang.slice(0, 2).toLowerCase()] ?? texts["en"]!
  return createElement(
    "div",
    { role: "alert", style: look },
    process.env.NODE_ENV === "production"
      ? createElement("p", { dir: "auto" }, sentence)
      : forDevelopers(error.message, String(error.docs), sentence),
    createElement("button", { type: "button", dir: "auto", disabled: isPending, onClick: retry }, label)
  )
}

const forDevelopers = (message: string, docs: string, sentence: string): ReactNode => [
  createElement("p", { key: "message", dir: "auto" }, message),
  createElement("p", { key: "docs" }, createElement("a", { href: docs }, "Causes and fixes")),
  createElement(
    "p",
    { key: "production" },
    `This message appears only in development. In production, the page shows "${sentence}" To show something else, `
      + "wrap part of the page in a FailureBoundary, or set the failed prop of LatchkeyProvider."
  )
]
