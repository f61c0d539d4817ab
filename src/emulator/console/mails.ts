/**
 * Page of sent emails, newest first: each is rendered, with its text and link beside it. Emails that were not sent,
 * drafts and domains are below.
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

/** The page `/emulator/outbox?address=&q=`: emails to an address, or with a text in their address or subject. */
export const mails: Page = {
  title: () => "Emails",
  content: (visit) => {
    const address = visit.query.get("address") || undefined
    const wanted = visit.query.get("q")?.trim().toLowerCase() ?? ""
    return Effect.map(mailsOf(visit.emulator, address), (all) => {
      const mails = all.filter(({ subject, to }) => `${to} ${subject}`.toLowerCase().includes(wanted))
      return html`<div class="head"><h1>Emails</h1>
<form role="search" method="post" action="${to(visit, "/outbox")}" class="row"><input type="search" name="q" value="${
        wanted || address
      }" aria-label="Address or subject" placeholder="Address or subject"></form></div>
<div id="mails" data-live class="card-list">${
        mails.length === 0
          ? html`<p class="card empty">${
            wanted !== "" ?
              html`No emails match “${wanted}”.` :
              html`No emails ${address !== undefined && `to ${address} `}yet. New emails appear here automatically.`
          }</p>`
          : mails.map((mail, index) => article(visit, mail, index)).slice(-maxShown).reverse()
      }${mails.length > maxShown && html`<p class="empty">Showing the newest ${maxShown} of ${mails.length}.</p>`}</div>
${queueSections(visit)}
${mails.length > 0 && actionForm(visit, "/outbox", "clear", html`<button class="danger">Delete all emails</button>`)}`
    })
  },
  actions: {
    ...queueActions,
    clear: operate("outbox.remove", { notice: "cleared", page: "/outbox" })
  }
}

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

/** Turns the URLs in a text into links. */
const linked = (body: string): ReadonlyArray<Html | string> =>
  body.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) =>
    at % 2 === 0 ? part : html`<a href="${part}" rel="noreferrer">${part}</a>`
  )
