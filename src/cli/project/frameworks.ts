/** The frameworks that the command knows: how to recognise them, and the names of their settings. */
import * as Redacted from "effect/Redacted"
import { namesOf, type Setting } from "../../../layers/call/index.ts"
import { site } from "../../../schemas/site.ts"
import type { ProjectKeys } from "../../emulator/index.ts"
import { contentsOf, firstOf } from "./folder.ts"

/** Settings of a framework in files. */
interface Environment {
  /** Prefix of the variables that pages and apps may read. */
  readonly prefix: string
  /** File for settings that are not committed. */
  readonly file: string
  /** Whether only servers read the file. Pages and apps must never contain the secret server key. */
  readonly secret: boolean
}

interface Framework {
  /** Name, as shown to users. */
  readonly title: string
  /** The framework matches only if the project has one of these packages. */
  readonly packages: ReadonlyArray<string>
  /** The framework matches only if the project has one of these files. @default any project with a package */
  readonly files?: ReadonlyArray<string>
  /** Packages of servers. A project with one of them needs a file of {@link files}, and other projects don't. */
  readonly unless?: ReadonlyArray<string>
  /** @default settings are not written, because the framework has no file for them */
  readonly environment?: Environment
  /** Page of the site with the steps. */
  readonly guide: string
  /** Scripts that may start the app in development. The first existing one is used. @default `dev`, `start` */
  readonly scripts?: ReadonlyArray<string>
}

const scripts = (name: string): ReadonlyArray<string> =>
  ["ts", "mts", "cts", "js", "mjs", "cjs"].map((extension) => `${name}.${extension}`)

const servers = ["express", "hono", "fastify", "koa"]

const server: Environment = { prefix: "", file: ".env", secret: true }

const page = (prefix: string, file = ".env"): Environment => ({ prefix, file, secret: false })

/** The first framework that matches is used, so a framework that builds on another one is listed above it. */
const table = {
  "expo": {
    title: "Expo",
    packages: ["expo"],
    environment: page("EXPO_PUBLIC_", ".env.local"),
    guide: "start/expo",
    scripts: ["start", "dev"]
  },
  "react-native": {
    title: "React Native",
    packages: ["react-native"],
    guide: "guides/react-native",
    scripts: ["start"]
  },
  "next": {
    title: "Next.js",
    packages: ["next"],
    environment: { prefix: "NEXT_PUBLIC_", file: ".env.local", secret: true },
    guide: "start/nextjs"
  },
  "tanstack-start": {
    title: "TanStack Start",
    packages: ["@tanstack/react-start"],
    environment: page("VITE_"),
    guide: "guides/tanstack-start"
  },
  "react-router": {
    title: "React Router in framework mode",
    packages: ["@react-router/dev"],
    environment: page("VITE_"),
    guide: "guides/react-router"
  },
  "remix": { title: "Remix", packages: ["@remix-run/dev", "@remix-run/react"], guide: "guides/react-router" },
  "nuxt": { title: "Nuxt", packages: ["nuxt"], environment: page("NUXT_PUBLIC_"), guide: "guides/nuxt" },
  "astro": { title: "Astro", packages: ["astro"], environment: page("PUBLIC_"), guide: "guides/astro" },
  "sveltekit": {
    title: "SvelteKit",
    packages: ["@sveltejs/kit"],
    environment: page("VITE_"),
    guide: "guides/sveltekit"
  },
  "solid-start": { title: "SolidStart", packages: ["@solidjs/start", "solid-start"], guide: "guides/headless" },
  "tanstack-solid": { title: "TanStack Start", packages: ["@tanstack/solid-start"], guide: "guides/headless" },
  "qwik": { title: "Qwik", packages: ["@builder.io/qwik", "@qwik.dev/core"], guide: "guides/headless" },
  "angular": { title: "Angular", packages: ["@angular/core"], guide: "guides/headless", scripts: ["start", "dev"] },
  "gatsby": { title: "Gatsby", packages: ["gatsby"], guide: "guides/react", scripts: ["develop", "start"] },
  "react-scripts": {
    title: "Create React App",
    packages: ["react-scripts"],
    guide: "guides/react",
    scripts: ["start"]
  },
  "electron": { title: "Electron", packages: ["electron"], guide: "guides/headless" },
  "nest": {
    title: "NestJS",
    packages: ["@nestjs/core"],
    environment: server,
    guide: "guides/back-ends",
    scripts: ["start:dev", "start"]
  },
  "adonis": { title: "AdonisJS", packages: ["@adonisjs/core"], environment: server, guide: "guides/back-ends" },
  "vite": {
    title: "Vite",
    packages: ["vite"],
    files: ["index.html", ...scripts("vite.config")],
    unless: servers,
    environment: page("VITE_", ".env.local"),
    guide: "start/vite"
  },
  "workers": {
    title: "Cloudflare Workers",
    packages: ["wrangler"],
    environment: { prefix: "", file: ".dev.vars", secret: true },
    guide: "guides/runtimes"
  },
  "express": { title: "Express", packages: ["express"], environment: server, guide: "start/express" },
  "hono": { title: "Hono", packages: ["hono"], environment: server, guide: "start/hono" },
  "fastify": { title: "Fastify", packages: ["fastify"], environment: server, guide: "guides/back-ends" },
  "koa": { title: "Koa", packages: ["koa"], environment: server, guide: "guides/back-ends" },
  "elysia": { title: "Elysia", packages: ["elysia"], environment: server, guide: "guides/back-ends" },
  "nitro": { title: "Nitro", packages: ["nitro", "nitropack", "h3"], environment: server, guide: "guides/back-ends" },
  "effect": {
    title: "Effect HttpApi",
    packages: ["@effect/platform-node"],
    environment: server,
    guide: "start/effect-http-api"
  },
  "react": { title: "React", packages: ["react", "preact"], guide: "guides/react" },
  "page": {
    title: "A web page",
    packages: ["vue", "svelte", "solid-js", "lit", "parcel", "webpack", "@rsbuild/core", "rollup", "@rspack/core"],
    guide: "guides/headless"
  },
  "bare": { title: "Node", packages: [], environment: server, guide: "start/node-script" }
} satisfies { readonly [kind: string]: Framework }

/** Kinds of projects that differ in the names of their settings or in how they start. */
export type Kind = keyof typeof table

export const frameworks: { readonly [Name in Kind]: Framework } = table

/** Fields of a `package.json` that the command reads. */
export interface Package {
  readonly dependencies?: { readonly [name: string]: string }
  readonly devDependencies?: { readonly [name: string]: string }
  readonly packageManager?: string
  readonly type?: string
  readonly main?: string
  readonly scripts?: { readonly [name: string]: string }
  readonly workspaces?: ReadonlyArray<string> | { readonly packages?: ReadonlyArray<string> }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const texts = (value: unknown): { readonly [name: string]: string } =>
  isObject(value)
    ? Object.fromEntries(
      Object.entries(value).filter((field): field is [string, string] => typeof field[1] === "string")
    )
    : {}

/** Reads the folder's `package.json`; `undefined` if it is missing or malformed. */
export const packageIn = (folder: string): Package | undefined => {
  try {
    const json: unknown = JSON.parse((contentsOf(folder, "package.json") ?? "").replace(/^\ufeff/, ""))
    if (!isObject(json)) return undefined
    const fields = ["dependencies", "devDependencies", "scripts"].filter((name) => name in json)
    return { ...json, ...Object.fromEntries(fields.map((name) => [name, texts(json[name])])) }
  } catch {
    return undefined
  }
}

/** Returns a function that checks whether a project depends on a package. */
export const dependsOn = (found: Package | undefined): (name: string) => boolean => {
  const names = new Set(Object.keys({ ...found?.dependencies, ...found?.devDependencies }))
  return (name) => names.has(name)
}

/** The oldest major version of Next.js that `latchkey/nextjs` supports. */
export const oldestNext = 16

/** Whether a package depends on an older version of Next.js. */
export const hasOldNext = (found: Package | undefined): boolean => {
  const version = { ...found?.devDependencies, ...found?.dependencies }["next"]
  const major = /\d+/.exec(String(version ?? ""))?.[0]
  return major !== undefined && Number(major) < oldestNext
}

/** Finds the kind by the dependencies and the files. */
export const kindIn = (folder: string): Kind => {
  const has = dependsOn(packageIn(folder))
  const matches = ({ files = [], packages, unless = [] }: Framework) =>
    packages.some(has) && (!unless.some(has) || firstOf(folder, files) !== undefined)
  return (Object.keys(frameworks) as ReadonlyArray<Kind>).find((kind) => matches(frameworks[kind])) ?? "bare"
}

/** Returns the URL of the page with the steps for a kind of project. */
export const guideOf = (kind: Kind): string => `${site}${frameworks[kind].guide}`

/**
 * Returns the variable name of a setting in a project of this kind, with the prefix that the platform's dashboard uses
 * today.
 */
export const nameIn = (kind: Kind, setting: Setting): string => {
  const names = namesOf(setting)
  const plain = names.find((name) => name.startsWith("HEXCLAVE"))
  const prefix = setting === "secretServerKey" || plain === undefined ? "" : frameworks[kind].environment?.prefix ?? ""
  return plain === undefined ? names[0]! : `${prefix}${plain}`
}

/** Returns the file for settings that are not committed. */
export const envFileOf = (kind: Kind): string => frameworks[kind].environment?.file ?? ".env"

/** Returns the lines of the file for settings. If pages or apps read the file, it contains no server key. */
export const envLines = (
  kind: Kind,
  project: Pick<ProjectKeys, "baseUrl" | "projectId" | "publishableClientKey" | "secretServerKey">
): ReadonlyArray<string> => [
  `${nameIn(kind, "projectId")}=${project.projectId}`,
  `${nameIn(kind, "publishableClientKey")}=${Redacted.value(project.publishableClientKey)}`,
  ...(frameworks[kind].environment?.secret === true
    ? [`${nameIn(kind, "secretServerKey")}=${Redacted.value(project.secretServerKey)}`]
    : []),
  `${nameIn(kind, "baseUrl")}=${project.baseUrl}`
]
