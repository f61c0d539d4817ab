/** Files, packages and commands that each kind of project needs. */
import { frameworks, guideOf, type Kind } from "../project/index.ts"
import { express } from "./express.ts"
import { next } from "./next.ts"
import type { Kit, Place } from "./place.ts"
import { bare, effect, hono } from "./servers.ts"
import * as sources from "./sources.ts"
import { startOf } from "./start.ts"
import { vite } from "./vite.ts"

/** A framework whose code the command doesn't write. Its guide has the steps. */
const guided = (place: Place): Kit => ({
  title: frameworks[place.kind].title,
  files: [],
  start: startOf(place),
  then: [
    `init ${
      frameworks[place.kind].environment === undefined ? "doesn't change projects with" : "writes only the settings for"
    } ${frameworks[place.kind].title}. Follow the guide for the rest:`,
    guideOf(place.kind)
  ]
})

const expo = (place: Place): Kit => ({
  title: "Expo",
  files: [{
    path: `latchkey.${place.isTyped ? "ts" : "js"}`,
    what: "client that keeps the session in the secure store",
    text: sources.expoClient
  }],
  start: startOf(place),
  installs: [
    place.commands.exec("expo install expo-secure-store expo-web-browser expo-linking expo-crypto")
  ],
  then: [
    "Set scheme in latchkey to the scheme of your app.json, and put LatchkeyProvider around your app. The quick start shows",
    `a sign-in form: ${guideOf("expo")}`
  ]
})

const automatic: { readonly [kind in Kind]?: (place: Place) => Kit } = { vite, next, express, hono, effect, bare, expo }

/** Whether the command writes code for a kind of project, beyond its settings. */
export const isAutomatic = (kind: Kind): boolean => kind in automatic

export const kitOf = (place: Place): Kit => (automatic[place.kind] ?? guided)(place)
