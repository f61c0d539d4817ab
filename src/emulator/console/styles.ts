/** Style of the console. */
import { tokens } from "../server/index.ts"

/** Style sheet of every page. */
export const styles = `
${tokens}
body {
  margin: 0; min-block-size: 100dvh; display: grid; grid-template: auto / 15rem minmax(0, 1fr);
  background: var(--lk-page); color: var(--lk-text); font: 400 .9375rem/1.5 var(--lk-font); overflow-wrap: anywhere;
}
a { color: var(--lk-primary); text-underline-offset: 2px }
:focus-visible { outline: 2px solid var(--lk-primary); outline-offset: 2px; border-radius: 4px }
h1, h2, h3, p, ul, ol, dl, dd, form, figure { margin: 0; padding: 0 }
h1 { font-size: 1.25rem; font-weight: 600; letter-spacing: -.012em }
h2 { font-size: 1rem; font-weight: 600 }
code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
pre { margin: 0; padding: 12px; background: var(--lk-tint); border-radius: var(--lk-radius); white-space: pre-wrap }
.quiet { color: var(--lk-muted) } .small { font-size: .8125rem } .number { font-variant-numeric: tabular-nums; white-space: nowrap }
.skip { position: absolute; inset-inline-start: -999rem } .skip:focus { inset: 8px auto auto 8px; background: var(--lk-surface); padding: 8px; z-index: 1 }

.side {
  position: sticky; inset-block-start: 0; block-size: 100dvh; padding: 24px 16px; display: flex; flex-direction: column; gap: 24px;
  background: var(--lk-surface); border-inline-end: 1px solid var(--lk-line);
}
.brand { display: flex; align-items: center; gap: 10px; padding-inline: 8px; color: inherit; font-weight: 600; text-decoration: none }
.brand span { display: grid; place-items: center; inline-size: 28px; block-size: 28px; border-radius: 8px; background: var(--lk-primary); color: var(--lk-on-primary) }
nav { display: grid; gap: 2px }
nav a { display: flex; gap: 10px; min-block-size: 36px; align-items: center; padding-inline: 12px; border-radius: var(--lk-radius); color: inherit; text-decoration: none }
nav a:hover { background: var(--lk-tint) }
nav a[aria-current] { background: color-mix(in oklab, var(--lk-primary) 12%, var(--lk-surface)); color: var(--lk-primary); font-weight: 600 }
.icon { inline-size: 18px; block-size: 18px; flex: none }
nav .icon { color: var(--lk-muted) } nav [aria-current] .icon { color: inherit }
nav small { margin-inline-start: auto; color: var(--lk-muted); font-variant-numeric: tabular-nums }
.foot { margin-block-start: auto; padding-inline: 8px; display: grid; gap: 12px; font-size: .8125rem; color: var(--lk-muted) }

main { padding: 32px clamp(16px, 4vw, 48px) 64px; display: grid; gap: 24px; align-content: start; grid-template-columns: minmax(0, 1fr); max-inline-size: 76rem; outline: none }
.head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px }
.notice { white-space: pre-line; padding: 10px 16px; border-radius: var(--lk-radius); background: color-mix(in oklab, var(--lk-success) 12%, var(--lk-surface)); color: var(--lk-success) }
#notice:empty { margin-block-end: -24px }
.notice.bad { background: color-mix(in oklab, var(--lk-danger) 12%, var(--lk-surface)) }
.bad { color: var(--lk-danger) } .good { color: var(--lk-success) }
.card { background: var(--lk-surface); border: 1px solid var(--lk-line); border-radius: calc(var(--lk-radius) * 1.5); padding: 20px; display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr) }
.card.flush { padding: 0; overflow: hidden }
.empty { padding: 40px 20px; text-align: center; color: var(--lk-muted) }
.chip { display: inline-block; padding: 0 8px; border-radius: 99px; background: var(--lk-tint); border: 1px solid var(--lk-line); font-size: .75rem; line-height: 1.25rem; color: var(--lk-muted); white-space: nowrap }
.chip.bad { color: var(--lk-danger); border-color: currentColor }

.scroll { overflow-x: auto }
table { border-collapse: collapse; inline-size: 100%; min-inline-size: 42rem; overflow-wrap: break-word }
th { text-align: start; font-size: .75rem; font-weight: 500; color: var(--lk-muted); background: var(--lk-tint); white-space: nowrap }
th, td { padding: 10px 20px; vertical-align: middle; border-block-end: 1px solid var(--lk-line) }
tbody tr:last-child td { border-block-end: 0 }
tbody tr { position: relative } tbody tr:hover { background: var(--lk-tint) }
td a { color: inherit; font-weight: 500; text-decoration: none } td a:hover { text-decoration: underline }
td:first-child a::after { content: ""; position: absolute; inset: 0 } td button { position: relative; z-index: 1; min-block-size: 32px; padding-block: 2px }
td time, td .chip { font-size: .8125rem }
.method { font: .6875rem/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--lk-text) }
.status { display: inline-block; padding-inline: 8px; border-radius: 6px; font-variant-numeric: tabular-nums; font-weight: 600; font-size: .8125rem; background: color-mix(in oklab, currentColor 12%, transparent) }
.who { display: flex; gap: 12px; align-items: center; min-inline-size: 12rem }
.who > div { min-inline-size: 0 }
.avatar { flex: none; display: grid; place-items: center; inline-size: 32px; block-size: 32px; border-radius: 99px; background: light-dark(oklch(92% 0.05 var(--hue)), oklch(36% 0.07 var(--hue))); color: light-dark(oklch(40% 0.12 var(--hue)), oklch(92% 0.05 var(--hue))); font-size: .75rem; font-weight: 600 }
.avatar.team { border-radius: 8px }

.card-list { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr) }
.bar { display: grid; gap: 12px 16px; grid-template-columns: minmax(0, 1fr) minmax(10rem, 18rem); align-items: start }
.adding > summary { inline-size: fit-content } .adding > summary::before { content: "+"; rotate: none }
.adding[open] { grid-column: 1 / -1 } .adding[open] > summary::before { rotate: 45deg }
.sides { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); align-items: start }
.sides dl { font-size: .8125rem }
.mail { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)) }
.mail iframe { min-inline-size: 0 } .mail:has(iframe) > .beside { max-block-size: 26rem }
.beside { display: grid; gap: 16px; grid-template-rows: auto; align-content: start; min-inline-size: 0 }
.beside:has(.text) { grid-auto-rows: auto } .text { min-block-size: 0; display: grid; grid-template-rows: auto minmax(0, 1fr) } .text pre { overflow: auto; min-block-size: 4rem }
h3 { font-size: .75rem; font-weight: 500; color: var(--lk-muted); margin-block-end: 6px }
.address { margin-block-start: 6px; color: var(--lk-muted); display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden }
.fields { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); align-items: end }
.row { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center }
.row.end { align-items: end }
form.row > label { inline-size: auto } form.row > .grow { flex: 1 1 12rem } form.row select { inline-size: auto }
fieldset { inline-size: 100%; margin: 0; padding: 0; border: 0; display: grid; gap: 6px } legend { padding: 0; font-weight: 500; font-size: .875rem }
.checks { display: grid; gap: 0 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr)) }
label { display: grid; gap: 6px; font-weight: 500; font-size: .875rem }
label.row { display: flex; flex-wrap: nowrap; white-space: nowrap }
.head form.row { flex-wrap: nowrap }
form:not(.row) { display: grid; gap: 16px; justify-items: start } form > * { max-inline-size: 100% } form > label, form > .fields { inline-size: 100% }
label.check { display: flex; align-items: center; gap: 10px; min-block-size: 36px; font-weight: 400 }
input, select, textarea, button { font: inherit; color: inherit }
input:not([type=checkbox]), select, textarea { inline-size: 100%; min-block-size: 40px; padding: 6px 12px; background: var(--lk-surface); border: 1px solid var(--lk-control-line); border-radius: var(--lk-radius) }
input[type=checkbox] { flex: none; inline-size: 18px; block-size: 18px; accent-color: var(--lk-primary); margin: 0 }
.button { display: inline-flex; align-items: center; gap: 8px; text-decoration: none }
button, .button { min-block-size: 40px; padding: 6px 16px; border: 1px solid var(--lk-control-line); border-radius: var(--lk-radius); background: var(--lk-surface); font-weight: 500; cursor: pointer; white-space: nowrap }
button:hover { background: var(--lk-tint) }
button.main, .button.main { background: var(--lk-primary); border-color: var(--lk-primary); color: var(--lk-on-primary) }
button.main:hover, .button.main:hover { background: color-mix(in oklab, var(--lk-primary) 88%, var(--lk-text)) }
button.danger { color: var(--lk-danger); border-color: currentColor }
details > summary { cursor: pointer; min-block-size: 40px; display: flex; align-items: center; gap: 8px; font-weight: 500; list-style: none }
summary::before { content: "›"; inline-size: 1ch; transition: rotate .12s; } details[open] > summary::before { rotate: 90deg }
summary::-webkit-details-marker { display: none }
details.card { display: block }
details > :not(summary) { margin-block-start: 12px }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 24px } dt { color: var(--lk-muted) }
.values { display: block } .values > div { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 4px 24px; align-items: center; padding-block: 8px; border-block-end: 1px solid var(--lk-line) }
.values dd { display: flex; gap: 12px; align-items: center; justify-content: space-between } .values dd > span { min-inline-size: 0 }
.values > div:first-child { padding-block-start: 0 } .values > div:last-child { padding-block-end: 0; border: 0 } .values details > :not(summary) { margin: 0 }
.copy { min-block-size: 36px; flex: none }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (scripting: none) { .copy { display: none } }
iframe { inline-size: 100%; block-size: 26rem; border: 1px solid var(--lk-line); border-radius: var(--lk-radius); background: #fff; color-scheme: light }
.otp { font: 600 1.75rem/1.2 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .12em }

@media (max-width: 52rem) {
  body { grid-template: auto 1fr / minmax(0, 1fr) }
  .side { position: static; block-size: auto; padding: 12px 16px; gap: 8px; border: 0; border-block-end: 1px solid var(--lk-line) }
  nav { grid-template-columns: repeat(3, minmax(0, 1fr)) }
  nav a { flex-direction: column; gap: 2px; justify-content: center; padding: 8px 4px; font-size: .75rem; line-height: 1.25; text-align: center } nav small { display: none }
  .foot { margin: 0; padding: 0 } #clock { display: none }
  main { padding-block: 20px } .card { padding: 16px } .bar { grid-template-columns: minmax(0, 1fr) }
  #users td:last-child, .once { display: none } td:has(> .once) { display: none }
  #teams td:nth-child(2)::before { content: "Members " } #teams td:nth-child(3)::before { content: "Invited " }
  #sessions td:nth-child(2)::before { content: "Started " } #sessions td:nth-child(3)::before { content: "Expires " }
  #faults td:nth-child(3)::before { content: "Remaining: " } #requests td:nth-child(4)::before { content: "Attempt " }
  table { min-inline-size: 0 } thead { position: absolute; inset-inline-start: -999rem }
  tbody tr { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; padding: 12px 16px; border-block-end: 1px solid var(--lk-line) }
  tbody tr:last-child { border: 0 } td { padding: 0; border: 0 } td:first-child { flex-basis: 100% } td:empty { display: none }
  .values > div { grid-template-columns: minmax(0, 1fr) }
  dl { grid-template-columns: minmax(0, 1fr) } dd { margin-block-end: 8px }
}
@media (scripting: enabled) { [data-auto] button { position: absolute; inset-inline-start: -999rem } [data-auto] button:focus { position: static } }
:root[data-follows] tbody tr { transition: background-color 1s ease-out }
:root[data-follows] article { transition: opacity .18s ease-out, translate .18s ease-out }
@starting-style {
  :root[data-follows] tbody tr { background: color-mix(in oklab, var(--lk-primary) 16%, var(--lk-surface)) }
  :root[data-follows] article { opacity: 0; translate: 0 -4px }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }`
