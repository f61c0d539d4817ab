/**
 * Thread that renders emails. Started by `renderProcess.ts`, never imported. The source of an email can import React,
 * `@react-email/components`, `@stackframe/emails` and, if it is installed, `arktype`, which runs in the source's own
 * realm. Once these are loaded, the thread disables module loading (and with it file access), network globals, stack
 * inspection and changes to prototypes. The process can't compile code from strings, and a source that uses too much
 * memory ends only this process. These measures limit the damage of mistakes, but they aren't a sandbox: sources can
 * reach live objects of the thread through React and the components. Only run templates from trusted authors.
 */
import events from "node:events"
import * as moduleApi from "node:module"
import stream from "node:stream"
import { types } from "node:util"
import * as vm from "node:vm"
import { parentPort } from "node:worker_threads"

const require = moduleApi.createRequire(import.meta.url)
const react = require("react")
const email = require("@react-email/components")

/** Metadata that a template declares through components, collected during rendering. */
let metadata: { subject?: string; notificationCategory?: string } = {}

const Subject = ({ value }: { readonly value: string }) => {
  metadata.subject = value
  return null
}

const NotificationCategory = ({ value }: { readonly value: string }) => {
  metadata.notificationCategory = value
  return null
}

interface Logos {
  readonly logoUrl?: string
  readonly logoFullUrl?: string
  readonly logoDarkModeUrl?: string
  readonly logoFullDarkModeUrl?: string
}

const image = (src: string | undefined, height: number) =>
  src === undefined ? null : react.createElement(email.Img, { src, height, alt: "Logo" })

/** The project's small logo. */
const Logo = ({ logoUrl }: Logos) => image(logoUrl, 32)

/** The project's wide logo. */
const FullLogo = ({ logoFullUrl }: Logos) => image(logoFullUrl, 64)

/** The wide logo of a mode, otherwise the small one of the mode, otherwise nothing. */
const ProjectLogo = ({ data = {}, mode = "light" }: { readonly data?: Logos; readonly mode?: "light" | "dark" }) => {
  const isDark = mode === "dark"
  const full = isDark ? data.logoFullDarkModeUrl : data.logoFullUrl
  return full === undefined ? image(isDark ? data.logoDarkModeUrl : data.logoUrl, 32) : image(full, 64)
}

interface ArkType {
  readonly type: { readonly errors: abstract new(...args: never) => { readonly summary: string } }
}

const modules: { readonly [name: string]: unknown } = {
  "react": react,
  "react/jsx-runtime": require("react/jsx-runtime"),
  "@react-email/components": email,
  "@stackframe/emails": { Subject, NotificationCategory, Logo, FullLogo, ProjectLogo }
}

const noArkType = "The module arktype is not installed. Install it: npm install -D arktype"

const newRealm = (): vm.Context => {
  const realm = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
  vm.runInContext(closedStack, realm)
  vm.runInContext(withoutBuffers, realm)
  return realm
}

/** Removes buffer types, because the thread's memory limit doesn't include them. */
const withoutBuffers = `{
  const typed = Object.getPrototypeOf(Uint8Array)
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[name]
    if (typeof value === "function" && Object.getPrototypeOf(value) === typed) delete globalThis[name]
  }
  for (const name of ["ArrayBuffer", "SharedArrayBuffer", "DataView", "Atomics", "WebAssembly"]) delete globalThis[name]
}`

/**
 * Disables `prepareStackTrace`, because call sites expose the receivers of the thread's functions. Assignments are
 * ignored, because React makes some.
 */
const closedStack = `
  Object.defineProperty(Error, "prepareStackTrace", { get() {}, set() {}, configurable: false })
  Object.defineProperty(globalThis, "Error", { value: Error, writable: false, configurable: false })`

/** Lets `instanceof` recognize values that a source created in its own realm, because the modules rely on it. */
const recognized = [
  [Date, types.isDate],
  [RegExp, types.isRegExp],
  [Map, types.isMap],
  [Set, types.isSet],
  [Error, types.isNativeError]
] as const

const recognize = () => {
  const inherits = Function.prototype[Symbol.hasInstance]
  for (const [constructor, isInstance] of recognized) {
    Object.defineProperty(constructor, Symbol.hasInstance, {
      value(this: unknown, value: unknown) {
        return inherits.call(this as Function, value) || (this === constructor && isInstance(value))
      }
    })
  }
}

/** Globals that arktype needs to load and that a realm lacks. Empty classes suffice: emails never validate such values. */
const platformClasses = ["Blob", "File", "FormData", "Headers", "Request", "Response", "URL"]

const emptyClasses = `class TypedArray {}
${
  ["Int8", "Uint8", "Uint8Clamped", "Int16", "Uint16", "Int32", "Uint32", "Float32", "Float64", "BigInt64", "BigUint64"]
    .map((name) => `class ${name}Array extends TypedArray {}`).join("\n")
}
${["ArrayBuffer", ...platformClasses].map((name) => `class ${name} {}`).join("\n")}`

/** Runs compiled source in a realm and returns its exports. */
const run = (
  realm: vm.Context,
  code: string,
  filename: string,
  required: (name: string) => unknown
): { readonly [name: string]: any } => {
  const module = vm.runInContext("({ exports: {} })", realm)
  const wrapper = vm.runInContext(`(function (exports, require, module) {${code}\n})`, realm, { filename })
  wrapper(module.exports, required, module)
  return module.exports
}

/** Bundled arktype, if it is installed and a source has imported it. */
let arktype: string | undefined

/** Creates the modules available in a realm: the thread's modules, and a separate arktype. */
const modulesOf = (realm: vm.Context) => {
  let own: ArkType | undefined
  const loadArkType = () => {
    if (arktype === undefined) throw new Error(noArkType)
    return run(realm, `${emptyClasses};(() => {${arktype}\n})()`, "arktype.js", () => {}) as unknown as ArkType
  }
  return {
    required: (name: string): unknown => {
      if (name === "arktype") return own ??= loadArkType()
      if (!Object.hasOwn(modules, name)) throw new Error(`The module ${name} cannot be used in emails`)
      return modules[name]
    },
    /** Returns arktype's error class, if arktype was imported. */
    arkErrors: () => own?.type.errors
  }
}

/** Exports of a template and its theme. */
interface Program {
  readonly EmailTemplate: any
  readonly variablesSchema: unknown
  readonly EmailTheme: any
  /** Error class that the realm's arktype returns for invalid variables, if it is loaded. */
  readonly ArkErrors: ArkType["type"]["errors"] | undefined
}

/** Cache of programs, least recently used first. Projects send many emails from few sources. */
const programs = new Map<string, Program>()

/** Maximum number of cached programs. */
const maxPrograms = 16

/**
 * Returns the program of a template and its theme, which share one realm. It is cached, because creating a realm takes
 * longer than rendering an email. Top-level state of the sources therefore persists between emails.
 */
const programOf = (template: string, theme: string | undefined): Program => {
  const sources = JSON.stringify([template, theme])
  const program = programs.get(sources) ?? start(template, theme)
  programs.delete(sources)
  programs.set(sources, program)
  if (programs.size > maxPrograms) programs.delete(programs.keys().next().value!)
  return program
}

const start = (template: string, theme: string | undefined): Program => {
  const realm = newRealm()
  const { arkErrors, required } = modulesOf(realm)
  const { EmailTemplate, variablesSchema } = run(realm, template, "template.tsx", required)
  if (typeof EmailTemplate !== "function") throw new Error("The template does not export a function EmailTemplate")
  const EmailTheme = theme === undefined ? Bare : run(realm, theme, "theme.tsx", required).EmailTheme
  if (typeof EmailTheme !== "function") throw new Error("The theme does not export a function EmailTheme")
  return { EmailTemplate, variablesSchema, EmailTheme, ArkErrors: arkErrors() }
}

interface Job {
  readonly template: string
  readonly theme: string | undefined
  readonly user: object
  readonly project: { readonly displayName: string; readonly logos?: Logos }
  /** `undefined` uses the template's preview values. */
  readonly variables: object | undefined
  readonly unsubscribeLink: string | undefined
}

const render = async (
  { project: { logos = {}, ...project }, template, theme, unsubscribeLink, user, variables }: Job
) => {
  const { ArkErrors, EmailTemplate, EmailTheme, variablesSchema } = programOf(template, theme)
  const given = variables ?? EmailTemplate.PreviewVariables ?? {}
  const checked = typeof variablesSchema === "function" ? variablesSchema(given) : given
  if (ArkErrors !== undefined && checked instanceof ArkErrors) {
    throw new Error(`The variables do not match variablesSchema: ${checked.summary}`)
  }
  metadata = {}
  const mail = react.createElement(EmailTemplate, { user, project, variables: checked })
  const html: string = await email.render(
    react.createElement(EmailTheme, { unsubscribeLink, projectLogos: logos }, mail)
  )
  const { notificationCategory, subject } = metadata
  const words = [html, subject, notificationCategory].join("").length
  if (words > maxMailLength) throw new Error(`The email has ${words} characters; the maximum is ${maxMailLength}`)
  return { html, text: email.toPlainText(html) as string, ...metadata }
}

/** Maximum size of an email, because the parent process keeps several copies of it in memory. */
const maxMailLength = 5_000_000

const Bare = ({ children }: { readonly children: unknown }) =>
  react.createElement(email.Html, null, react.createElement(email.Head), children)

/** Loads everything that rendering loads lazily, before module loading is disabled. */
const warmUp = () => {
  const body = react.createElement(email.Tailwind, null, react.createElement(email.Body, { className: "p-4" }))
  return email.render(react.createElement(email.Html, null, body))
}

/**
 * Prevents additions and changes to an object. Unlike after `Object.freeze`, inheriting objects can still define their
 * own properties.
 */
const seal = (holder: object) => {
  for (const key of Reflect.ownKeys(holder)) {
    const { configurable, enumerable, value, writable } = Object.getOwnPropertyDescriptor(holder, key)!
    if (configurable !== true) continue
    Object.defineProperty(
      holder,
      key,
      writable !== true ? { configurable: false } : {
        get: () => value,
        set(this: object, own: unknown) {
          if (this !== holder) {
            Object.defineProperty(this, key, { value: own, configurable, enumerable: enumerable === true, writable })
          }
        },
        enumerable: enumerable === true,
        configurable: false
      }
    )
  }
  Object.preventExtensions(holder)
}

/** Seals the prototypes of the thread's objects, because a setter on a prototype would receive those objects. */
const sealInherited = () => {
  const sealed = new Set<object>()
  const sealChain = (start: object | null) => {
    for (let at = start; at !== null && !sealed.has(at); at = Object.getPrototypeOf(at)) {
      sealed.add(at)
      seal(at)
    }
  }
  const roots = [
    ...Object.values(Object.getOwnPropertyDescriptors(globalThis)).map(({ value }) => value),
    events,
    ...Object.values(stream)
  ]
  for (const root of roots) if (typeof root === "function" && root.prototype) sealChain(root.prototype)
  for (
    const sample of [
      [].values(),
      new Map().values(),
      new Set().values(),
      "".matchAll(/x/g),
      ""[Symbol.iterator](),
      (function*() {})(),
      (async function*() {})(),
      async () => {}
    ]
  ) {
    sealChain(Object.getPrototypeOf(sample))
  }
}

/** Globals that give access to the network, to other threads or to compiling code from strings. */
const removedGlobals = [
  ...["fetch", "Request", "Response", "FormData", "WebSocket", "EventSource", "BroadcastChannel", "navigator"],
  ...["Worker", "WebAssembly", "Function", "eval"]
]

const lock = () => {
  for (const sample of [() => {}, async () => {}, function*() {}, async function*() {}]) {
    Object.defineProperty(Object.getPrototypeOf(sample), "constructor", { value: undefined })
  }
  const host = globalThis as { [name: string]: unknown }
  for (const name of removedGlobals) Object.defineProperty(host, name, { value: undefined })
  Object.defineProperty(host, "process", { value: Object.freeze({ env: Object.freeze({ NODE_ENV: "production" }) }) })
  moduleApi.registerHooks?.({
    resolve: (specifier, context, next) => {
      // the renderer imports this already loaded module for each email
      if (specifier === "react-dom/server") return next(specifier, context)
      throw new Error(`The module ${specifier} cannot be used in emails`)
    }
  })
}

const port = parentPort!

const messageOf = (thrown: unknown): string => {
  try {
    return String((thrown as { readonly message?: unknown } | null)?.message ?? thrown).slice(0, 10_000)
  } catch {
    return "The source threw a value that cannot be converted to text"
  }
}

warmUp().then(() => {
  recognize()
  vm.runInThisContext(closedStack)
  lock()
  sealInherited()
  port.on("message", (job: Job | { readonly arktype: string }) => {
    if ("arktype" in job) {
      arktype = job.arktype
      return
    }
    render(job).then(
      (rendered) => port.postMessage({ rendered }),
      (thrown: unknown) => port.postMessage({ error: messageOf(thrown) })
    )
  })
  port.postMessage("ready")
})
