/**
 * Webmail of common email providers, by domain. The domain of a company or school doesn't show which provider hosts its
 * email.
 */
const mailboxes = [
  ["Gmail", "https://mail.google.com/mail/", /^g(?:oogle)?mail\.com$/],
  ["Outlook", "https://outlook.live.com/mail/", /^(?:outlook|hotmail|live|msn)\.[a-z.]+$/],
  ["Yahoo Mail", "https://mail.yahoo.com/", /^(?:yahoo|ymail)\.[a-z.]+$/],
  ["iCloud Mail", "https://www.icloud.com/mail/", /^(?:icloud|me|mac)\.com$/],
  ["Proton Mail", "https://mail.proton.me/", /^(?:proton\.me|pm\.me|protonmail\.com)$/]
] as const

/** Returns the name and URL of the webmail for an address. The URL contains no part of the address. */
export const mailboxOf = (email: string): { readonly name: string; readonly href: string } | undefined => {
  const domain = email.trim().toLowerCase().split("@").at(-1)!
  const found = mailboxes.find(([, , domains]) => domains.test(domain))
  return found && { name: found[0], href: found[1] }
}
