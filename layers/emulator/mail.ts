/** The mails the platform sends, in our own words. Nothing leaves the process: they wait in the outbox. */
import { otpLength } from "./codes.ts"
import type { Platform } from "./Platform.ts"
import type { Code, Mail, Project } from "./Store.ts"
import { withCode } from "./trustedUrls.ts"

type Mailed = "signIn" | "passwordReset" | "emailVerification"

const subjects: { readonly [Kind in Mailed]: (project: string) => string } = {
  signIn: (project) => `Sign in to ${project}`,
  passwordReset: (project) => `Reset your password for ${project}`,
  emailVerification: (project) => `Verify your e-mail address for ${project}`
}

const requests: { readonly [Kind in Mailed]: string } = {
  signIn: "Open this link to sign in:",
  passwordReset: "Open this link to choose a new password:",
  emailVerification: "Open this link to verify your e-mail address:"
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" })[char]!)

/** Sends a code as a link and, to sign in, as six characters to type. */
export const sendCode = (
  platform: Platform,
  project: Project,
  to: string,
  callbackUrl: string,
  code: Code<Mailed>
): Mail => {
  const link = withCode(callbackUrl, code.value)
  const otp = code.kind === "signIn" ? code.value.slice(0, otpLength).toUpperCase() : undefined
  const typed = otp === undefined ? "" : `Or type this code: ${otp}`
  const mail: Mail = {
    to,
    kind: code.kind,
    projectId: project.id,
    subject: subjects[code.kind](project.displayName),
    text: [requests[code.kind], link, ...(typed === "" ? [] : [typed])].join("\n\n"),
    html: `<p>${requests[code.kind]}</p><p><a href="${escaped(link)}">${escaped(link)}</a></p>${
      typed === "" ? "" : `<p>${typed}</p>`
    }`,
    code: code.value,
    otp,
    link,
    sentAt: new Date(platform.now())
  }
  platform.store.outbox.push(mail)
  return mail
}
