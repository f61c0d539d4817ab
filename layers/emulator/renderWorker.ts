/**
 * Renders e-mails in a thread of its own: started by `rendering.ts`, never imported. What a mail's source may reach is
 * React, `@react-email/components` and `@stackframe/emails`; once these are loaded, the thread gives up modules, the
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

const modules: { readonly [name: string]: unknown } = {
  "react": react,
  "react/jsx-runtime": require("react/jsx-runtime"),
  "@react-email/components": email,
  "@stackframe/emails": { Subject, NotificationCategory }
}

/** Runs compiled source in a fresh realm, and answers with what it exports. */
const run = (code: string, filename: string): { readonly [name: string]: any } => {
  const realm = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
  const module = vm.runInContext("({ exports: {} })", realm)
  const wrapper = vm.runInContext(`(function (exports, require, module) {${code}\n})`, realm, { filename })
  wrapper(module.exports, (name: string) => {
    if (!Object.hasOwn(modules, name)) throw new Error(`The module ${name} cannot be used in e-mails`)
    return modules[name]
  }, module)
  return module.exports
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
  const { EmailTemplate, variablesSchema } = run(template, "template.tsx")
  if (typeof EmailTemplate !== "function") throw new Error("The template does not export a function EmailTemplate")
  const EmailTheme = theme === undefined ? Bare : run(theme, "theme.tsx").EmailTheme
  if (typeof EmailTheme !== "function") throw new Error("The theme does not export a function EmailTheme")
  const given = variables ?? EmailTemplate.PreviewVariables ?? {}
  const checked = typeof variablesSchema === "function" ? variablesSchema(given) : given
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
