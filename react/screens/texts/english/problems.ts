/** Texts for failed calls and invalid input. */

export const problems = {
  required: "This field is required.",
  email: "Enter a valid email address, like name@example.com.",
  invisible: "This email address contains an invisible character. Delete it and type it again.",
  mismatch: "The passwords don't match.",
  tooShort: "Use at least {length} characters.",
  code: "Enter the whole code.",
  known: "This is already in your list.",
  phrase: "Type it exactly as shown above.",
  offline: "You are offline. Please check your internet connection and try again.",
  tooMany: "Too many attempts. Wait a little, then try again.",
  rateLimited: {
    one: "Too many attempts. You can try again in {seconds} second.",
    other: "Too many attempts. You can try again in {seconds} seconds."
  },
  rateLimitedMinutes: {
    one: "Too many attempts. You can try again in {minutes} minute.",
    other: "Too many attempts. You can try again in {minutes} minutes."
  },
  rateLimitOver: "You can try again now.",
  cookies: "Your browser blocks cookies on this page. Allow them, or open the page in a new window.",
  notHere: "This browser can't do that here. Try another way, or use another browser.",
  provider: "The provider did not sign you in. Try again, or choose another way to sign in.",
  sessionOver: "You are no longer signed in. Sign in and try again.",
  userChanged:
    "You switched accounts in the meantime, so nothing was saved. Check which account is signed in and start again.",
  unavailable: "The service can't be reached right now. Nothing is lost. Try again in a moment.",
  notLoaded: "A part of this page couldn't be loaded. Check your internet connection, then reload the page.",
  unexpected: "Something went wrong on our side. Try again. If it keeps happening, contact this site's support.",
  refused: "{sentence}",
  untrusted: "This site doesn't trust the page you came from, so you will continue to the home page instead.",
  reference: "Reference: {code}"
} as const
