/** What the screens say, in English, part by part: a screen carries the parts it says. `{name}` is filled in. */

/** BCP 47, and the direction of the script. */
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

export const problems = {
  required: "Fill this in to go on.",
  email: "Write the address like name@example.com.",
  invisible: "The address contains an invisible character. Delete the address and type it again.",
  mismatch: "The two passwords differ. Type the same in both.",
  tooShort: "Choose at least {length} characters.",
  code: "Type all characters of the code.",
  known: "You have this one already.",
  phrase: "Type it exactly as shown above.",
  offline: "You are offline. Please check your internet connection and try again.",
  tooMany: "Too many attempts. Wait a little, then try again.",
  rateLimited: "Too many attempts. You can try again in {seconds} seconds.",
  rateLimitedMinutes: "Too many attempts. You can try again in {minutes} minutes.",
  rateLimitOver: "You can try again now.",
  cookies:
    "This needs cookies, and your browser keeps none for this page. Allow them, or open the page in a new window.",
  notHere: "This browser cannot do that here. Choose another way, or use another browser.",
  provider: "The other site did not sign you in. Try again, or choose another way to sign in.",
  sessionOver: "You are not signed in any more. Sign in and try again.",
  userChanged:
    "The signed-in account changed in the meantime, so nothing was saved. Check the account and start again.",
  unavailable: "The service cannot be reached right now. Nothing is lost; try again in a moment.",
  unexpected: "Something went wrong on our side. Try again; if it happens again, contact the people who run this site.",
  refused: "{sentence}",
  untrusted: "The page you came from is not one this site trusts, so you will be taken to the home page.",
  reference: "Reference: {code}"
} as const

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
  codeSent: "We sent a code and a link to {email}. Type the code, or open the link.",
  code: "Code from the email",
  noAccount: "No account yet?",
  signUp: "Sign up",
  noMethods: "Signing in is switched off",
  noMethodsHint: "This project has no way to sign in yet. Switch one on in the project's settings.",
  passkeyCancelled: "The passkey was not used. Try again, or sign in another way.",
  already: "You are signed in as {name}.",
  goOn: "Continue",
  otherAccount: "Use another account"
} as const

export const sentMail = {
  open: "Open {mailbox}",
  resend: "Send it again",
  resendIn: "You can have it sent again in {seconds} seconds.",
  resent: "It is on its way again.",
  otherAddress: "Use another address"
} as const

export const signUp = {
  title: "Create your {project} account",
  plainTitle: "Create an account",
  submit: "Create account",
  passwordHint: "At least {length} characters.",
  haveAccount: "Already have an account?",
  signIn: "Sign in",
  closed: "New accounts are closed",
  closedHint: "This site takes no new accounts right now. If you have one, sign in.",
  codeHint: "We will email you a code. No password needed."
} as const

export const leaving = {
  done: "You are signed in",
  hint: "Taking you on. If nothing happens, continue yourself.",
  welcome: "Your account is ready",
  welcomeHint: "If you signed up with a password, open the link we emailed you to verify your address.",
  mfa: "One more step",
  mfaHint: "Your account asks for a code as well. Taking you there; if nothing happens, continue yourself.",
  onboardingHint:
    "Your account is not open yet. Taking you to what is left to do; if nothing happens, continue yourself.",
  goOn: "Continue"
} as const

export const signOut = {
  title: "Sign out",
  ask: "You are signed in as {name}.",
  askUnknown: "You are signed in.",
  submit: "Sign out",
  done: "You are signed out",
  doneHint: "See you next time.",
  pendingHint:
    "You are signed out on this device. The server could not be told, so the session stays open there until it expires. To end it sooner, sign in again and look under Sessions in your account settings.",
  nobody: "You are not signed in",
  nobodyHint: "There is nothing to sign out of.",
  again: "Sign in again"
} as const

export const forgotPassword = {
  title: "Reset your password",
  lead: "Type the address of your account. We will email you a link to choose a new password.",
  submit: "Email me a link",
  sent: "Check your email",
  sentHint: "If {email} has an account, a link to choose a new password is on its way. It may take a minute.",
  back: "Back to sign in"
} as const

export const passwordReset = {
  title: "Choose a new password",
  password: "New password",
  repeated: "New password again",
  submit: "Change password",
  done: "Password changed",
  doneHint: "You were signed out everywhere. Sign in with the new password.",
  broken: "This link does not work any more",
  again: "Get a new link",
  signIn: "Sign in"
} as const

export const emailVerification = {
  working: "Verifying your email …",
  done: "Email verified",
  doneHint: "Thank you. You can close this page or go on.",
  used: "Already verified",
  usedHint: "This link was used before, so the address is verified. There is nothing left to do.",
  broken: "This link does not work any more",
  resend: "Email me a new link",
  sent: "Check your email",
  resent: "A new link is on its way. Open it to verify your address.",
  goOn: "Continue"
} as const

export const onboarding = {
  verify: "Verify your email",
  verifyLead: "Open the link that we emailed to {email}. If you have none, or cannot find it, have one sent.",
  check: "I have opened the link",
  notVerified: "{email} is not verified yet. Open the link in the email, then try again.",
  send: "Email me a link",
  sendIn: "You can have another one sent in {seconds} seconds.",
  sent: "A link is on its way to {email}. It may take a minute.",
  otherAddress: "Use another address",
  address: "What is your email address?",
  addressLead: "We will email you a link that verifies it. Your account is open after that.",
  waiting: "Your account is not open yet",
  waitingLead: "The people who run this site have to open it. There is nothing for you to do until they have.",
  says: "What they say",
  stillWaiting: "Nothing has changed yet. Try again later.",
  tryAgain: "Try again",
  signOut: "Sign out",
  signedOut: "Sign in to go on with your account, or create one.",
  signIn: "Sign in",
  signUp: "Create an account"
} as const

export const magicLink = {
  working: "Signing you in …",
  confirm: "Sign in with this link?",
  confirmHint: "Another browser or app asked for this link. Continue only if that was you.",
  otherHint: "Another account is signed in here. Continue to switch to the one that this link is for.",
  continueAs: "Continue as {email}",
  broken: "This link does not work any more",
  again: "Get a new link"
} as const

export const oauth = {
  working: "Signing you in …",
  broken: "Signing in did not work",
  missing: "The address lacks what the provider should have sent. Start again from the sign-in page.",
  again: "Back to sign in"
} as const

export const mfa = {
  title: "Two-step verification",
  lead: "Type the six digits your authenticator app shows for this account.",
  code: "Six-digit code",
  submit: "Verify",
  nothing: "Nothing to verify",
  nothingHint: "No sign-in is waiting for a code here. Start at the sign-in page.",
  expired: "This took too long",
  expiredHint: "The sign-in expired. Start again; your password has not changed.",
  back: "Back to sign in"
} as const

export const teamInvitation = {
  title: "Join {team}",
  plainTitle: "Team invitation",
  lead: "You are invited to join {team} as {name}.",
  accept: "Join the team",
  decline: "Decline",
  declined: "Invitation declined",
  declinedHint: "You did not join the team. The link keeps working should you change your mind.",
  done: "Welcome to {team}",
  doneHint: "You are a member now.",
  signedOut:
    "You are invited to a team. Sign in with the account that should join it, or create one, and you see which team it is.",
  restricted: "Your account is not open yet. Do what is left to do first, then join the team.",
  signIn: "Sign in",
  signUp: "Create an account",
  otherAccount: "Use another account",
  broken: "This invitation does not work any more",
  brokenHint: "Ask the person who invited you for a new one."
} as const

export const cli = {
  title: "Sign in to a command line tool",
  lead: "A program on a computer asks to act as {name}. Go on only if you started it yourself a moment ago.",
  compare: "Deny it unless your terminal shows this code:",
  confirm: "Allow",
  deny: "Deny",
  done: "All set",
  doneHint: "You can close this page and return to the terminal.",
  denied: "Denied",
  deniedHint: "The program was not signed in. If you did not start it, there is nothing more to do.",
  signedOut: "Sign in first; then you can decide about the request.",
  signIn: "Sign in",
  missing: "The address lacks the code of a request. Start again in the terminal.",
  broken: "This request is over"
} as const

export const userMenu = {
  label: "Account menu of {name}",
  nobody: "Account menu, nobody is signed in",
  unknown: "Account menu",
  avatarOfNobody: "Nobody",
  settings: "Account settings",
  onboarding: "Finish setting up your account",
  signOut: "Sign out",
  signIn: "Sign in",
  signUp: "Create an account"
} as const

export const teamSwitcher = {
  label: "Team: {team}",
  none: "No team",
  unnamed: "Team without a name",
  empty: "You are in no team"
} as const

export const error = {
  hint: "Go back and try again. If it happens again, contact the people who run this site.",
  notFound: "There is no such page",
  notFoundHint: "The address may be misspelt, or the page has moved."
} as const
