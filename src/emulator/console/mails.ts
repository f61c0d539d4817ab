/**
 * Page of sent emails, newest first. Each email is shown rendered, with its text and link beside it. Emails that were
 * not sent, drafts and domains are below.
 */
import * as Effect from "effect/Effect"
import { mailsOf } from "../server/index.ts"
import type { Mail } from "../state/index.ts"
import { actionForm, time } from "./frame.ts"
import { type Html, html } from "./html.ts"
import { icons } from "./icons.ts"
import { queueActions, queueSections } from "./queue.ts"
import { operate, type Page, to, type Visit } from "./visit.ts"

const maxShown = 50

/** Returns a predicate for emails that contain the search text. */
const matches = (wanted: string) => ({ subject, text, to }: Mail): boolean =>
  [to, subject, text].some((each) => each.toLowerCase().includes(wanted))

/** The page `/emulator/outbox?address=`: emails to an address or, with `q`, emails that contain a string. */
export const mails: Page = {
  title: () => "Emails",
  content: (visit) => {
    const address = visit.query.get("address") || undefined
    const wanted = visit.query.get("q")?.trim().toLowerCase() ?? ""
    return Effect.map(mailsOf(visit.emulator, address), (all) => {
      const shown = all.map((mail, index) => ({ mail, index })).filter(({ mail }) => matches(wanted)(mail))
      return html`<div class="head"><h1>Emails</h1></div>
<form role="search" method="post" action="${
        to(visit, "/outbox")
      }" class="row"><label class="grow"><input type="search" name="q" value="${
        visit.query.get("q") ?? address
      }" aria-label="Address, subject or text" placeholder="Address, subject or text" autocomplete="off"></label> <button>Filter</button></form>
<div id="mails" data-live class="card-list">${
        shown.length === 0
          ? html`<p class="card empty">${emptyText(address, wanted)}</p>`
          : shown.map(({ index, mail }) => article(visit, mail, index)).slice(-maxShown).reverse()
      }${shown.length > maxShown && html`<p class="empty">Showing the newest ${maxShown} of ${shown.length}.</p>`}</div>
${queueSections(visit)}
${all.length > 0 && actionForm(visit, "/outbox", "clear", html`<button class="danger">Delete all emails</button>`)}`
    })
  },
  actions: {
    ...queueActions,
    clear: operate("outbox.remove", { notice: "cleared", page: "/outbox" })
  }
}

const emptyText = (address: string | undefined, wanted: string): Html =>
  wanted !== ""
    ? html`No emails match.`
    : html`No emails ${address !== undefined && `to ${address} `}yet. New emails appear here automatically.`

const article = (visit: Visit, mail: Mail, index: number): Html =>
  html`<article class="card" id="mail-${index}-${mail.sentAt.getTime()}"><div class="head"><h2>${mail.subject}</h2></div><p class="quiet small">To <a href="${
    to(visit, "/outbox", { address: mail.to })
  }" translate="no">${mail.to}</a> · ${mail.kind} · ${time(mail.sentAt.getTime())}</p><div class="mail">${
    mail.html !== undefined
    && html`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="Email: ${mail.subject}" srcdoc="${`<base target="_blank">${mail.html}`}"></iframe>`
  }<div class="beside">${
    mail.otp !== undefined && html`<div><h3>Code</h3><p class="otp" translate="no">${mail.otp}</p></div>`
  }${
    mail.link !== undefined
    && html`<div><h3>Link</h3><p><a class="button main" href="${mail.link}" target="_blank" rel="noreferrer">Open link${icons.open}</a></p><p class="address small" translate="no">${mail.link}</p></div>`
  }<div class="text"><h3>Text</h3><pre tabindex="0" role="region" aria-label="Text of ${mail.subject}">${
    linked(mail.text)
  }</pre></div></div></div></article>`

/** Turns the URLs in text into links. */
const linked = (body: string): ReadonlyArray<Html | string> =>
  body.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) =>
    at % 2 === 0 ? part : html`<a href="${part}" rel="noreferrer">${part}</a>`
  )
