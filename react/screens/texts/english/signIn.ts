/** Texts of the sign-in screen, and of the dialog around it. */

export const signIn = {
  title: "Sign in to {project}",
  plainTitle: "Sign in",
  with: "Continue with {provider}",
  lastUsed: "Last used",
  passkey: "Sign in with a passkey",
  submit: "Sign in",
  forgot: "Forgot password?",
  byCode: "Email me a code instead",
  byPassword: "Use a password instead",
  sendCode: "Email me a code",
  codeTitle: "Check your email",
  codeSent: "We sent a code and a link to {email}. Enter the code, or open the link.",
  code: "Code from the email",
  noAccount: "No account yet?",
  signUp: "Sign up",
  noMethods: "Sign-in is turned off",
  noMethodsHint: "This project has no sign-in methods yet. Turn one on in the project's settings.",
  passkeyCancelled: "The passkey was not used. Try again, or sign in another way.",
  already: "You are signed in as {name}.",
  goOn: "Continue",
  otherAccount: "Use another account"
} as const
