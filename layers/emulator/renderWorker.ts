/**
 * Renders e-mails in a thread of its own: started by `rendering.ts`, never imported. What a mail's source may reach is
 * React, `@react-email/components`, `@stackframe/emails` and, where it is installed, `arktype`; once these are loaded, the
 * thread gives up modules, the network, files, timers that outlive it, code made from texts, looks at the stack, and
 * changes to what its objects inherit from. That keeps mistakes and curiosity in. It is no prison: the source runs in the
 * program's own process and is handed live objects of it, so whoever may write templates has to be trusted with both.
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

/** What templates may check their variables with. It comes with whoever wants it; without code made from texts. */
const arktype: ArkType | undefined = await import("arktype/config").then(
  ({ configure }) => {
    configure({ jitless: true })
    return import("arktype")
  }
).catch(() => undefined)

const modules: { readonly [name: string]: unknown } = {
  "react": react,
  "react/jsx-runtime": require("react/jsx-runtime"),
  "@react-email/components": email,
  "@stackframe/emails": { Subject, NotificationCategory },
  ...(arktype === undefined ? {} : { arktype })
}

const noArkType = "The module arktype is not installed beside latchkey. Install it: npm install -D arktype"

const newRealm = (): vm.Context => {
  const realm = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
  vm.runInContext(closedStack, realm)
  return realm
}

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

/** Runs compiled source in a realm, and answers with what it exports. */
const run = (realm: vm.Context, code: string, filename: string): { readonly [name: string]: any } => {
  const module = vm.runInContext("({ exports: {} })", realm)
  const wrapper = vm.runInContext(`(function (exports, require, module) {${code}\n})`, realm, { filename })
  wrapper(module.exports, (name: string) => {
    if (name === "arktype" && arktype === undefined) throw new Error(noArkType)
    if (!Object.hasOwn(modules, name)) throw new Error(`The module ${name} cannot be used in e-mails`)
    return modules[name]
  }, module)
  return module.exports
}

/** What a template and its theme export. */
interface Program {
  readonly EmailTemplate: any
  readonly variablesSchema: unknown
  readonly EmailTheme: any
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
  const { EmailTemplate, variablesSchema } = run(realm, template, "template.tsx")
  if (typeof EmailTemplate !== "function") throw new Error("The template does not export a function EmailTemplate")
  const EmailTheme = theme === undefined ? Bare : run(realm, theme, "theme.tsx").EmailTheme
  if (typeof EmailTheme !== "function") throw new Error("The theme does not export a function EmailTheme")
  return { EmailTemplate, variablesSchema, EmailTheme }
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
  const { EmailTemplate, EmailTheme, variablesSchema } = programOf(template, theme)
  const given = variables ?? EmailTemplate.PreviewVariables ?? {}
  const checked = typeof variablesSchema === "function" ? variablesSchema(given) : given
  if (arktype !== undefined && checked instanceof arktype.type.errors) {
    throw new Error(`The variables are not what variablesSchema asks for: ${checked.summary}`)
  }
  found = {}
  const mail = react.createElement(EmailTemplate, { user, project, variables: checked })
  const html: string = await email.render(react.createElement(EmailTheme, { unsubscribeLink }, mail))
  return { html, text: email.toPlainText(html) as string, ...found }
}

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

const lock = () => {
  for (const sample of [() => {}, async () => {}, function*() {}, async function*() {}]) {
    Object.defineProperty(Object.getPrototypeOf(sample), "constructor", { value: undefined })
  }
  const host = globalThis as { [name: string]: unknown }
  for (const name of ["fetch", "WebSocket", "EventSource", "Worker", "WebAssembly", "navigator", "Function", "eval"]) {
    Object.defineProperty(host, name, { value: undefined })
  }
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
    return String((thrown as { readonly message?: unknown } | null)?.message ?? thrown)
  } catch {
    return "The source threw something that cannot be shown"
  }
}

warmUp().then(() => {
  recognize()
  vm.runInThisContext(closedStack)
  lock()
  sealInherited()
  port.on("message", (job: Job) => {
    render(job).then(
      (rendered) => port.postMessage({ rendered }),
      (thrown: unknown) => port.postMessage({ error: messageOf(thrown) })
    )
  })
  port.postMessage("ready")
})
