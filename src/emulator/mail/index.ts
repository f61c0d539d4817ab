/** Emails: templates, rendering, sending and the outbox. Handlers send emails, the server shows them. */
export * as emails from "./emails.ts"
export * as mail from "./mail.ts"
export { maxLogged } from "./mail.ts"
export * as mailServers from "./mailServers.ts"
export { categories, isOn, type NotificationCategory, setEnabled } from "./notificationCategories.ts"
export * as systemMails from "./systemMails.ts"
export { sendCode } from "./systemMails.ts"
