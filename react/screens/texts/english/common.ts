/** Texts that any screen needs if it is the first one. */

/** BCP 47 language tag, and the direction of the script. */
export const lang = "en" as const

export const dir = "ltr" as const

export const common = {
  email: "Email",
  password: "Password",
  showPassword: "Show",
  continue: "Continue",
  cancel: "Cancel",
  close: "Close",
  back: "Back",
  save: "Save",
  saved: "Saved.",
  retry: "Try again",
  broken: "Something went wrong",
  signOut: "Sign out",
  home: "Go to the home page",
  or: "or",
  loading: "One moment …",
  working: "Working …",
  noScript: "This page needs JavaScript. Allow it in your browser, then reload the page."
} as const

export const error = {
  hint: "Go back and try again. If it keeps happening, contact this site's support.",
  notFound: "Page not found",
  notFoundHint: "The address may be misspelt, or the page has moved."
} as const
