/** The mails as people get them, beside text and link, the newest first. */
import * as Effect from "effect/Effect"
import { mailsOf } from "../server/index.ts"
import type { Mail } from "../state/index.ts"
import { act, time } from "./frame.ts"
import { Html, html } from "./html.ts"
import { type Page, to, type Visit } from "./visit.ts"

const mostShown = 50

/** `/emulator/outbox?address=` */
export const mails: Page = {
  title: () => "Mails",
  content: (visit) => {
    const address = visit.query.get("address") || null
    return Effect.map(mailsOf(visit.emulator, address), (mails) =>
      html`<div class="head"><h1>Mails</h1>
<form role="search" method="post" class="row"><label class="row">To <input type="email" name="address" value="${
        address ?? ""
      }" autocomplete="off"></label> <button>Show</button></form></div>
<div id="mails" data-live class="card-list">${
        mails.length === 0
          ? html`<p class="card empty">No mail ${
            address !== null && `to ${address} `
          }yet. Mails that the platform sends appear here by themselves.</p>`
          : mails.map((mail, index) => article(visit, mail, index)).slice(-mostShown).reverse()
      }${
        mails.length > mostShown && html`<p class="empty">The newest ${mostShown} of ${mails.length} are shown.</p>`
      }</div>
${mails.length > 0 && act(visit, "/outbox", "clear", html`<button class="danger">Delete all mails</button>`)}`)
  },
  actions: {
    clear: ({ emulator }) =>
      Effect.sync(() => {
        emulator.outbox.clear()
        return { said: "cleared", page: "/outbox" }
      })
  }
}

const article = (visit: Visit, mail: Mail, index: number): Html =>
  html`<article class="card" id="mail-${index}-${mail.sentAt.getTime()}"><div class="head"><h2>${mail.subject}</h2>${
    mail.otp !== undefined && html`<span class="otp">${mail.otp}</span>`
  }</div><p class="quiet small">To <a href="${
    to(visit, "/outbox", { address: mail.to })
  }">${mail.to}</a> · ${mail.kind} · ${time(mail.sentAt.getTime())}</p>${
    mail.link !== undefined && html`<p><a href="${mail.link}" rel="noreferrer">${mail.link}</a></p>`
  }${
    mail.html !== undefined
    && html`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="Mail: ${mail.subject}" srcdoc="${`<base target="_blank">${mail.html}`}"></iframe>`
  }<details id="text-${index}"${mail.html === undefined && new Html(" open")}><summary>Text</summary><pre>${
    linked(mail.text)
  }</pre></details></article>`

/** Text with its web addresses as links. */
const linked = (body: string): ReadonlyArray<Html | string> =>
  body.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) =>
    at % 2 === 0 ? part : html`<a href="${part}" rel="noreferrer">${part}</a>`
  )
