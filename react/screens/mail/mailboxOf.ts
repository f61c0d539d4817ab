/** Where people read their mails, as far as the address tells it: companies' and schools' domains do not. */
const mailboxes = [
  ["Gmail", "https://mail.google.com/mail/", /^g(?:oogle)?mail\.com$/],
  ["Outlook", "https://outlook.live.com/mail/", /^(?:outlook|hotmail|live|msn)\.[a-z.]+$/],
  ["Yahoo Mail", "https://mail.yahoo.com/", /^(?:yahoo|ymail)\.[a-z.]+$/],
  ["iCloud Mail", "https://www.icloud.com/mail/", /^(?:icloud|me|mac)\.com$/],
  ["Proton Mail", "https://mail.proton.me/", /^(?:proton\.me|pm\.me|protonmail\.com)$/]
] as const

/** The web page of the mailbox that belongs to an address. Nothing of the address is in it. */
export const mailboxOf = (email: string): { readonly name: string; readonly href: string } | undefined => {
  const domain = email.trim().toLowerCase().split("@").at(-1)!
  const found = mailboxes.find(([, , domains]) => domains.test(domain))
  return found && { name: found[0], href: found[1] }
}
