/** The emulator's pages for users of apps: their frame and styles. They have forms and no script. */
import type { Outgoing } from "../state/index.ts"
import { tokens } from "./tokens.ts"

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

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
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 8px; min-inline-size: 0 } legend { padding: 0; font-size: .875rem; font-weight: 500; color: var(--lk-muted); margin-block-end: 8px }
.choice { display: flex; gap: 12px; align-items: center; min-block-size: 48px; padding: 8px 16px; border: 1px solid var(--lk-line); border-radius: 10px; cursor: pointer } .choice:has(:checked) { border-color: var(--lk-primary) }
.choice span:last-child { margin-inline-start: auto; font-weight: 600 } [type=radio] { inline-size: 18px; block-size: 18px; margin: 0; accent-color: var(--lk-primary) }
.pair { display: grid; gap: 12px; grid-template-columns: 1fr 1fr } .notice { padding: 10px 16px; border-radius: 10px; background: var(--lk-tint); font-size: .875rem }
.check { display: flex; gap: 10px; align-items: center; font-weight: 400 }
input, button { font: inherit; color: inherit }
input:not([type=checkbox], [type=radio]) { inline-size: 100%; min-block-size: 44px; padding: 6px 12px; background: var(--lk-surface); border: 1px solid var(--lk-control-line); border-radius: var(--lk-radius) }
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

/** Returns a page. Its title must be escaped. */
export const document = (
  title: string,
  body: string,
  footer = "Latchkey emulator. No data reaches a real provider."
): string =>
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
<footer class="quiet">${footer}</footer>
</main>
</body>
</html>
`

/** Returns a hidden field of a form. */
export const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`

export const page = (status: number, body: string): Outgoing => ({ status, headers, body })

export const redirect = (location: string): Outgoing => ({ status: 303, headers: { ...headers, location }, body: "" })
