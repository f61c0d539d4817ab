/** Vite: the provider and the screens for React, and a client for other pages. */
import { posix } from "node:path"
import { contentsOf, firstOf, inFolder, isFolder, isTaken } from "../project/index.ts"
import type { Kit, Place } from "./place.ts"
import { aroundApp, isInRouter } from "./reactEdits.ts"
import { notesOnVite } from "./runtime.ts"
import * as sources from "./sources.ts"
import { startOf } from "./start.ts"

/** Returns the module that a page loads. */
const mainOf = (html: string | undefined): string | undefined => {
  const page = (html ?? "").replace(/<!--[^]*?(?:-->|$)/g, "")
  for (const [tag] of page.matchAll(/<script\b[^<>]*>/gi)) {
    const main = inFolder(/\bsrc\s*=\s*["']?(?:\.\/|\/)?([\w./-]+\.[jt]sx?)(?=["'\s>?])/i.exec(tag)?.[1])
    if (main !== undefined && /\btype\s*=\s*["']?module\b/i.test(tag)) return main
  }
  return undefined
}

const libraries = { vue: "Vue", svelte: "Svelte", "solid-js": "Solid", preact: "Preact", lit: "Lit" }

const otherPage = (place: Place): Kit => {
  const { has, isTyped, node } = place
  const path = `src/latchkey.${isTyped ? "ts" : "js"}`
  const library = Object.entries(libraries).find(([name]) => has(name))?.[1]
  return {
    title: library === undefined ? "Vite" : `Vite with ${library}`,
    files: [{ path, what: "client of the project", text: sources.client }],
    start: startOf(place),
    then: [`Import latchkey from ${path} and call latchkey.signIn.withPassword(…).`],
    notes: notesOnVite(node)
  }
}

/** Returns the project's router package. */
const routerOf = ({ has }: Place): "react-router" | "react-router-dom" | "@tanstack/react-router" | undefined =>
  (["react-router-dom", "react-router", "@tanstack/react-router"] as const).find(has)

const routeNotes = (place: Place, router: NonNullable<ReturnType<typeof routerOf>>): ReadonlyArray<string> =>
  router === "@tanstack/react-router"
    ? [
      "The screens at /handler/* are shown instead of the router's pages. Link to them with <a href=\"/handler/sign-in\">, "
      + "because TanStack Router's <Link> accepts only routes of its own."
    ]
    : [
      "The screens at /handler/* are shown instead of the router's pages, even after you follow a <Link>. If your router must know "
      + `them, add a route${place.isTyped ? "" : ""}: <Route path="/handler/*" element={<LatchkeyHandler />} />`
    ]

export const vite = (place: Place): Kit => {
  const { folder, has, isTyped, node } = place
  if (!has("react")) return otherPage(place)
  const extension = isTyped ? "tsx" : "jsx"
  const html = contentsOf(folder, "index.html")
  const main = mainOf(html)
    ?? firstOf(folder, ["tsx", "jsx", "ts", "js"].map((end) => `src/main.${end}`)) ?? `src/main.${extension}`
  const nextToMain = (name: string) => posix.join(posix.dirname(main), name)
  const hasApp = firstOf(folder, ["tsx", "jsx", "js"].map((end) => nextToMain(`App.${end}`))) !== undefined
  const hasMain = isTaken(folder, main)
  const isNew = !hasMain && !isTaken(folder, "index.html") && !isFolder(folder, "src") && !isFolder(folder, "app")
  const router = routerOf(place)
  const inRouter = router !== undefined && router !== "@tanstack/react-router"
    && isInRouter(main, contentsOf(folder, main) ?? "")
  const own = nextToMain(`latchkey.${extension}`)
  const byHand = sources.reactMain(isTyped)
  return {
    title: "Vite with React",
    files: [
      {
        path: own,
        what: "provider, screens at /handler/*, style sheet",
        text: inRouter ? sources.routerProvider(isTyped, router) : sources.reactProvider(isTyped)
      },
      ...(hasMain || hasApp
        ? []
        : [{ path: nextToMain(`App.${extension}`), what: "page for signed-in users", text: sources.reactApp }]),
      {
        path: main,
        what: "provider around the app",
        text: byHand,
        merged: (present) =>
          aroundApp({ path: main, from: "./latchkey", own, hasRouter: router !== undefined }, present, byHand),
        needs: own
      },
      ...(html === undefined && isNew
        ? [{ path: "index.html", what: "HTML page", text: sources.indexHtml(main) }]
        : [])
    ],
    start: startOf(place),
    then: ["Open /handler/sign-in at the URL it prints."],
    notes: [...(router === undefined || inRouter ? [] : routeNotes(place, router)), ...notesOnVite(node)]
  }
}
