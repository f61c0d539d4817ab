/**
 * Renders e-mails: started by `renderProcess.ts`, never imported. What a mail's source may reach is React,
 * `@react-email/components`, `@stackframe/emails` and, where it is installed, `arktype`, which runs in the source's own
 * realm. Once these are loaded, the thread gives up modules and with them files, the globals that lead to the network, looks
 * at the stack, and changes to what its objects inherit from. Its process makes no code from texts, and a source that takes
 * too much memory ends this process alone. That keeps mistakes and curiosity in. It is no prison: React and the components
 * are live objects of the thread, so whoever may write templates has to be trusted with what such a process may do.
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

/** What a mail says about itself: read while it renders, wherever in the tree it stands. */
let found: { subject?: string; notificationCategory?: string } = {}

const Subject = ({ value }: { readonly value: string }) => {
  found.subject = value
  return null
}

const NotificationCategory = ({ value }: { readonly value: string }) => {
  found.notificationCategory = value
  return null
}

interface ArkType {
  readonly type: { readonly errors: abstract new(...args: never) => { readonly summary: string } }
}

const modules: { readonly [name: string]: unknown } = {
  "react": react,
  "react/jsx-runtime": require("react/jsx-runtime"),
  "@react-email/components": email,
  "@stackframe/emails": { Subject, NotificationCategory }
}

const noArkType = "The module arktype is not installed beside latchkey. Install it: npm install -D arktype"

const newRealm = (): vm.Context => {
  const realm = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
  vm.runInContext(closedStack, realm)
  vm.runInContext(withoutBuffers, realm)
  return realm
}

/** Memory that no limit of the thread's counts. */
const withoutBuffers = `{
  const typed = Object.getPrototypeOf(Uint8Array)
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[name]
    if (typeof value === "function" && Object.getPrototypeOf(value) === typed) delete globalThis[name]
  }
  for (const name of ["ArrayBuffer", "SharedArrayBuffer", "DataView", "Atomics", "WebAssembly"]) delete globalThis[name]
}`

/** Call sites would hand out what functions of the thread were called on. Assigning is of no effect, for React does. */
const closedStack = `
  Object.defineProperty(Error, "prepareStackTrace", { get() {}, set() {}, configurable: false })
  Object.defineProperty(globalThis, "Error", { value: Error, writable: false, configurable: false })`

/** Modules ask with `instanceof`: what a source makes in its realm is one of these here too. */
const recognized = [
  [Date, types.isDate],
  [RegExp, types.isRegExp],
  [Map, types.isMap],
  [Set, types.isSet],
  [Error, types.isNativeError]
] as const

const recognize = () => {
  const inherits = Function.prototype[Symbol.hasInstance]
  for (const [made, isOne] of recognized) {
    Object.defineProperty(made, Symbol.hasInstance, {
      value(this: unknown, value: unknown) {
        return inherits.call(this as Function, value) || (this === made && isOne(value))
      }
    })
  }
}

/** What arktype names when it is loaded, and a realm does not have. Nothing of theirs is checked in e-mails. */
const platformClasses = ["Blob", "File", "FormData", "Headers", "Request", "Response", "URL"]

const emptyClasses = `class TypedArray {}
${
  ["Int8", "Uint8", "Uint8Clamped", "Int16", "Uint16", "Int32", "Uint32", "Float32", "Float64", "BigInt64", "BigUint64"]
    .map((name) => `class ${name}Array extends TypedArray {}`).join("\n")
}
${["ArrayBuffer", ...platformClasses].map((name) => `class ${name} {}`).join("\n")}`

/** Runs compiled source in a realm, and answers with what it exports. */
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

/** The module, bundled, where a source has asked for it and it is installed. */
let arktype: string | undefined

/** The modules of a realm: those of the thread, and an arktype of its own. */
const modulesOf = (realm: vm.Context) => {
  let own: ArkType | undefined
  const loadArkType = () => {
    if (arktype === undefined) throw new Error(noArkType)
    return run(realm, `${emptyClasses};(() => {${arktype}\n})()`, "arktype.js", () => {}) as unknown as ArkType
  }
  return {
    required: (name: string): unknown => {
      if (name === "arktype") return own ??= loadArkType()
      if (!Object.hasOwn(modules, name)) throw new Error(`The module ${name} cannot be used in e-mails`)
      return modules[name]
    },
    /** The class of what is wrong with a value, once arktype was asked for. */
    arkErrors: () => own?.type.errors
  }
}

/** What a template and its theme export. */
interface Program {
  readonly EmailTemplate: any
  readonly variablesSchema: unknown
  readonly EmailTheme: any
  /** What the realm's arktype says of variables that do not fit, where there is one. */
  readonly ArkErrors: ArkType["type"]["errors"] | undefined
}

/** Programs that were run, the one used longest ago first: a project sends many mails of few sources. */
const programs = new Map<string, Program>()

/** More are forgotten. */
const mostPrograms = 16

/**
 * A template and its theme share a realm, and nothing with any other. It is kept, for a new one takes longer than a mail
 * does: what sources keep at their top level is there for their next mail.
 */
const programOf = (template: string, theme: string | undefined): Program => {
  const sources = JSON.stringify([template, theme])
  const program = programs.get(sources) ?? start(template, theme)
  programs.delete(sources)
  programs.set(sources, program)
  if (programs.size > mostPrograms) programs.delete(programs.keys().next().value!)
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
  readonly project: object
  /** `undefined`: the template's own preview values. */
  readonly variables: object | undefined
  readonly unsubscribeLink: string | undefined
}

const render = async ({ project, template, theme, unsubscribeLink, user, variables }: Job) => {
  const { ArkErrors, EmailTemplate, EmailTheme, variablesSchema } = programOf(template, theme)
  const given = variables ?? EmailTemplate.PreviewVariables ?? {}
  const checked = typeof variablesSchema === "function" ? variablesSchema(given) : given
  if (ArkErrors !== undefined && checked instanceof ArkErrors) {
    throw new Error(`The variables are not what variablesSchema asks for: ${checked.summary}`)
  }
  found = {}
  const mail = react.createElement(EmailTemplate, { user, project, variables: checked })
  const html: string = await email.render(react.createElement(EmailTheme, { unsubscribeLink }, mail))
  const { notificationCategory, subject } = found
  const words = [html, subject, notificationCategory].join("").length
  if (words > longestMail) throw new Error(`The mail has ${words} characters, and ${longestMail} are the most`)
  return { html, text: email.toPlainText(html) as string, ...found }
}

/** The program that asked for it holds it in its memory, more than once. */
const longestMail = 5_000_000

const Bare = ({ children }: { readonly children: unknown }) =>
  react.createElement(email.Html, null, react.createElement(email.Head), children)

/** Loads what rendering loads late, so that nothing has to be loaded any more. */
const warmUp = () => {
  const body = react.createElement(email.Tailwind, null, react.createElement(email.Body, { className: "p-4" }))
  return email.render(react.createElement(email.Html, null, body))
}

/** Nothing is added to it or changed in it. What inherits from it may still have its own, unlike with `Object.freeze`. */
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

/** What the thread's objects inherit from: a setter put there would be handed them one by one. */
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

/** What of the thread's leads to the network, to other threads, or to code made from texts. */
const givenUp = [
  ...["fetch", "Request", "Response", "FormData", "WebSocket", "EventSource", "BroadcastChannel", "navigator"],
  ...["Worker", "WebAssembly", "Function", "eval"]
]

const lock = () => {
  for (const sample of [() => {}, async () => {}, function*() {}, async function*() {}]) {
    Object.defineProperty(Object.getPrototypeOf(sample), "constructor", { value: undefined })
  }
  const host = globalThis as { [name: string]: unknown }
  for (const name of givenUp) Object.defineProperty(host, name, { value: undefined })
  Object.defineProperty(host, "process", { value: Object.freeze({ env: Object.freeze({ NODE_ENV: "production" }) }) })
  moduleApi.registerHooks?.({
    resolve: (specifier, context, next) => {
      // the renderer asks for it at each mail, though it is there
      if (specifier === "react-dom/server") return next(specifier, context)
      throw new Error(`The module ${specifier} cannot be used in e-mails`)
    }
  })
}

const port = parentPort!

const messageOf = (thrown: unknown): string => {
  try {
    return String((thrown as { readonly message?: unknown } | null)?.message ?? thrown).slice(0, 10_000)
  } catch {
    return "The source threw something that cannot be shown"
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
