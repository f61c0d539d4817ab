/**
 * Renders e-mails in a thread of its own: started by `rendering.ts`, never imported. What a mail's source may reach is
 * React, `@react-email/components`, `@stackframe/emails` and, where it is installed, `arktype`; once these are loaded, the thread gives up modules, the
 * network, files, timers that outlive it and code made from texts. That keeps mistakes and curiosity in; it is no prison
 * for hostile code.
 */
import * as moduleApi from "node:module"
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
  // what a source makes there is one of these here too, for modules that ask with `instanceof`
  for (const shared of [Date, RegExp, Map, Set, Error]) {
    Object.setPrototypeOf(vm.runInContext(`${shared.name}.prototype`, realm), shared.prototype)
  }
  return realm
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
  lock()
  port.on("message", (job: Job) => {
    render(job).then(
      (rendered) => port.postMessage({ rendered }),
      (thrown: unknown) => port.postMessage({ error: messageOf(thrown) })
    )
  })
  port.postMessage("ready")
})
