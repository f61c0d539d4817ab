/** Decorative icons of the console: strokes in the text color. */
import { Html } from "./html.ts"

const drawn = (paths: string): Html =>
  new Html(
    `<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5" `
      + `stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`
  )

/** Icons by name. */
export const icons = {
  users: drawn(`<circle cx="10" cy="6.5" r="3"/><path d="M4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5"/>`),
  teams: drawn(
    `<circle cx="7.5" cy="7" r="2.75"/><path d="M2.5 16c.5-2.7 2.5-4 5-4s4.5 1.3 5 4"/>`
      + `<path d="M13 4.5a2.75 2.75 0 0 1 0 5M14.5 12.3c1.6.5 2.7 1.7 3 3.7"/>`
  ),
  mails: drawn(`<rect x="2.5" y="4.5" width="15" height="11" rx="2"/><path d="m3 6 7 5 7-5"/>`),
  payments: drawn(`<rect x="2.5" y="4.5" width="15" height="11" rx="2"/><path d="M2.5 8.5h15M6 12.5h3"/>`),
  requests: drawn(`<path d="M3 7h13m-3-3 3 3-3 3M17 13H4m3-3-3 3 3 3"/>`),
  conditions: drawn(`<circle cx="10" cy="10" r="7"/><path d="M10 6v4l2.5 2"/>`),
  project: drawn(`<path d="M3 6h7m4 0h3M3 14h3m4 0h7"/><circle cx="12" cy="6" r="2"/><circle cx="8" cy="14" r="2"/>`),
  open: drawn(`<path d="M8 4.5H5.5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V12M12 4h4v4m0-4-7 7"/>`)
} as const
