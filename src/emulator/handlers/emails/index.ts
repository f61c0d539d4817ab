/** Handlers of emails, their templates, themes and queue. */
export { handlers as emailDrafts } from "./emailDrafts.ts"
export { handlers as emailOutbox } from "./emailOutbox.ts"
export { handlers as emails } from "./emails.ts"
export { handlers as emailTemplates } from "./emailTemplates.ts"
export { handlers as emailThemes } from "./emailThemes.ts"
export { handlers as managedOnboarding } from "./managedOnboarding.ts"
export { handlers as sentEmails } from "./sentEmails.ts"
