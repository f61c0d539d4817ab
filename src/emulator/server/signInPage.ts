/** Sign-in page of the emulator's own provider. It has forms and no script. */
import { hueOf, initialOf, visibleName } from "../../../schemas/entities/names.ts"
import { providerMarks } from "../../../schemas/providerMarks.ts"
import { isKnownProvider, providerName } from "../../../schemas/providerNames.ts"
import { contactChannels } from "../model/index.ts"
import { ownProvider } from "../oauth/index.ts"
import {
  fieldsOf,
  type Incoming,
  type OAuthFlow,
  type Outgoing,
  type Platform,
  type Project,
  type ProviderAccount
} from "../state/index.ts"
import { tokens } from "./tokens.ts"

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
}

const style = `${tokens}
body {
  margin: 0; min-block-size: 100dvh; padding: clamp(1rem, 9dvh, 6rem) 1rem 2rem; display: grid; justify-items: center; align-content: start;
  background: var(--lk-page); color: var(--lk-text); font: 400 1rem/1.5 var(--lk-font); overflow-wrap: anywhere;
}
main {
  inline-size: 100%; max-inline-size: 25rem; padding: clamp(1.25rem, 5vw, 2rem); display: grid; gap: 24px; grid-template-columns: minmax(0, 1fr); overflow: clip;
  background: var(--lk-surface); border: 1px solid var(--lk-line); border-radius: 16px;
}
header { display: grid; gap: 4px; justify-items: center; text-align: center; text-wrap: balance }
header svg, header .initial { inline-size: 40px; block-size: 40px; margin-block-end: 12px }
h1, h2, p, ul, form { margin: 0; padding: 0 }
h1 { font-size: 1.25rem; font-weight: 600; line-height: 1.25; letter-spacing: -.012em }
h2 { font-size: .875rem; font-weight: 500; color: var(--lk-muted); margin-block-end: 8px }
.quiet { color: var(--lk-muted); font-size: .875rem }
ul { list-style: none; border: 1px solid var(--lk-line); border-radius: 10px; overflow: clip; max-block-size: 19rem; overflow-y: auto }
li + li { border-block-start: 1px solid var(--lk-line) }
.initial { flex: none; display: grid; place-items: center; inline-size: 32px; block-size: 32px; border-radius: 99px; font-size: .8125rem; font-weight: 600; background: light-dark(oklch(92% 0.05 var(--hue)), oklch(36% 0.07 var(--hue))); color: light-dark(oklch(40% 0.12 var(--hue)), oklch(92% 0.05 var(--hue))) }
header .initial { border-radius: 10px; font-size: 1.125rem; --hue: 275 }
.account { display: grid; line-height: 1.35; min-inline-size: 0 } .account .quiet { font-weight: 400 }
form { display: grid; gap: 16px }
label { display: grid; gap: 6px; font-size: .875rem; font-weight: 500 }
.check { display: flex; gap: 10px; align-items: center; font-weight: 400 }
input, button { font: inherit; color: inherit }
input:not([type=checkbox]) { inline-size: 100%; min-block-size: 44px; padding: 6px 12px; background: var(--lk-surface); border: 1px solid var(--lk-control-line); border-radius: var(--lk-radius) }
input[aria-invalid] { border-color: var(--lk-danger) }
[type=checkbox] { inline-size: 18px; block-size: 18px; margin: 0; accent-color: var(--lk-primary) }
button { min-block-size: 44px; padding: 6px 16px; border: 0; border-radius: var(--lk-radius); background: none; font-weight: 500; cursor: pointer }
button:hover { background: var(--lk-tint) }
li button { inline-size: 100%; padding: 10px 16px; border-radius: 0; display: flex; gap: 12px; align-items: center; text-align: start }
.main { background: var(--lk-primary); color: var(--lk-on-primary) }
.main:hover { background: color-mix(in oklab, var(--lk-primary), var(--lk-text) 14%) }
.deny { inline-size: 100%; color: var(--lk-muted) } form:has(.deny) { margin-block-start: -16px }
:focus-visible { outline: 2px solid var(--lk-primary); outline-offset: 2px } li :focus-visible { outline-offset: -2px }
[role=alert] { color: var(--lk-danger); font-size: .875rem; font-weight: 500 }
footer { margin: 0 -2rem -2rem; padding: 16px 2rem; background: var(--lk-tint); border-block-start: 1px solid var(--lk-line); text-align: center; text-wrap: balance }
@media (max-width: 30rem) { body { padding: 0; background: var(--lk-surface) } main { border: 0; border-radius: 0 } }
`

const document = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
<footer class="quiet">Latchkey emulator. No data reaches a real provider.</footer>
</main>
</body>
</html>
`

/** Returns the provider's logo, or its initial if the provider is unknown. */
const markOf = (providerId: string): string =>
  isKnownProvider(providerId)
    ? `<svg viewBox="0 0 24 24" aria-hidden="true">${
      providerMarks[providerId].map(([colour, path]) => `<path fill="${colour}" d="${path}"/>`).join("")
    }</svg>`
    : initial(providerId, providerId)

const initial = (id: string, name: string): string =>
  `<span class="initial" style="--hue:${hueOf(id)}" aria-hidden="true" translate="no">${
    escaped(initialOf(name) ?? "?")
  }</span>`

/** Maximum number of accounts on the page. Users can type any other account. */
const maxOffered = 20

interface Offer {
  readonly email: string
  readonly name: string | null
  readonly verified: boolean
  readonly id: string
}

/** Lists the accounts that signed in with the provider before, then the project's users. */
const accountsToOffer = (project: Project, providerId: string): ReadonlyArray<Offer> => {
  const found = new Map<string, Offer>()
  for (const { accountId, email, providerId: other, userId } of project.oauthAccounts.values()) {
    if (found.size === maxOffered) break
    if (other !== providerId || email === null) continue
    const name = project.users.get(userId)?.displayName ?? null
    found.set(email, { email, name, verified: true, id: accountId })
  }
  for (const user of project.usersInOrder) {
    if (found.size === maxOffered) break
    const email = contactChannels.primaryOf(project, user)?.value
    if (email === undefined || found.has(email)) continue
    found.set(email, { email, name: user.displayName, verified: true, id: email })
  }
  return [...found.values()]
}

const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escaped(value)}">`

const accountButton = ({ email, id, name, verified }: Offer): string => {
  const known = visibleName(name)
  return `<li><form method="post">${hidden("email", email)}${hidden("id", id)}${hidden("name", name ?? "")}${
    verified ? hidden("verified", "on") : ""
  }<button>${initial(email, known ?? email)}<span class="account" translate="no">${
    known === undefined
      ? `<span>${escaped(email)}</span>`
      : `<span>${escaped(known)}</span> <span class="quiet">${escaped(email)}</span>`
  }</span></button></form></li>`
}

const form = (project: Project, { providerId }: OAuthFlow, problem: string | undefined): string => {
  const known = accountsToOffer(project, providerId)
  const provider = escaped(providerName(providerId))
  return document(
    `Sign in with ${provider}`,
    `<header>${markOf(providerId)}<h1>Sign in with ${provider}</h1>
<p class="quiet">The emulator stands in for ${provider}. Sign in to <strong>${
      escaped(project.displayName)
    }</strong> with any account.</p></header>
${
      known.length === 0
        ? ""
        : `<section><h2>Choose an account</h2>\n<ul>\n${known.map(accountButton).join("\n")}\n</ul></section>`
    }
<section>
${known.length === 0 ? "" : "<h2>Use another account</h2>\n"}<form method="post">
${problem === undefined ? "" : `<p role="alert" id="problem">${escaped(problem)}</p>`}
<label>Email address <input name="email" type="email" autocomplete="off" required${
      problem === undefined ? "" : ` aria-invalid="true" aria-describedby="problem"`
    }></label>
<label>Name <input name="name" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="verified" checked> ${provider} has verified the address</label>
<button class="main">Sign in</button>
</form>
</section>
<form method="post"><button class="deny" name="deny" value="yes">Deny access</button></form>`
  )
}

/** Reads an account from the form. Its id defaults to its address; with an id, the address is optional. */
const personOf = (fields: URLSearchParams): ProviderAccount | undefined => {
  const text = (name: string) => fields.get(name)?.trim() || null
  const email = text("email")
  const accountId = text("id") ?? email
  if (accountId === null || (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))) return undefined
  const emailVerified = email !== null && fields.has("verified")
  return { accountId, email, emailVerified, name: text("name"), picture: text("picture") }
}

/** Responds to requests for the page and its forms; `undefined` for other paths. */
export const respond = (platform: Platform, incoming: Incoming): Outgoing | undefined => {
  const { pathname, searchParams } = incoming.url
  if (!pathname.startsWith(ownProvider.pagePath)) return undefined
  if (incoming.method !== "GET" && incoming.method !== "POST") return { status: 405, headers: {}, body: "" }
  const flow = platform.store.oauthFlows.get(searchParams.get("state") ?? "")
  const project = flow === undefined ? undefined : platform.store.projects.get(flow.projectId)
  if (
    flow === undefined || project === undefined ||
    pathname !== new URL(ownProvider.issuerOf(platform, flow.providerId)).pathname
  ) {
    return page(
      400,
      document(
        "Sign-in not found",
        "<header><h1>Sign-in not found</h1>\n<p class=\"quiet\">This sign-in has expired or is already completed. Start it again in the app.</p></header>"
      )
    )
  }
  if (incoming.method === "GET") return page(200, form(project, flow, undefined))
  const fields = fieldsOf(incoming.body)
  if (fields.has("deny")) return redirect(ownProvider.deny(platform, flow))
  const person = personOf(fields)
  return person === undefined
    ? page(400, form(project, flow, "Enter an email address, such as ann@example.com."))
    : redirect(ownProvider.admit(platform, flow, person))
}

const page = (status: number, body: string): Outgoing => ({ status, headers, body })

const redirect = (location: string): Outgoing => ({ status: 303, headers: { ...headers, location }, body: "" })
