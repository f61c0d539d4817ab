/**
 * English texts, in one constant per screen, so that the bundle of a screen contains only the texts of that screen.
 * `{name}` is a placeholder. Texts with a number have a form for each plural category.
 */

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
  unexpected: "Something went wrong on our side. Try again. If it keeps happening, contact this site's support.",
  refused: "{sentence}",
  untrusted: "This site doesn't trust the page you came from, so you will continue to the home page instead.",
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

export const sentMail = {
  open: "Open {mailbox}",
  resend: "Resend email",
  resendIn: {
    one: "You can resend it in {seconds} second.",
    other: "You can resend it in {seconds} seconds."
  },
  resent: "Email sent again.",
  otherAddress: "Use another email"
} as const

export const signUp = {
  title: "Create your {project} account",
  plainTitle: "Create an account",
  submit: "Create account",
  passwordHint: "At least {length} characters.",
  haveAccount: "Already have an account?",
  signIn: "Sign in",
  closed: "Sign-up is closed",
  closedHint: "This site isn't accepting new accounts right now. If you have one, sign in.",
  codeHint: "We will email you a code. No password needed."
} as const

export const leaving = {
  done: "You are signed in",
  hint: "You will be redirected. If nothing happens, select Continue.",
  welcome: "Your account is ready",
  welcomeHint: "If you signed up with a password, open the link we emailed you to verify your email address.",
  mfa: "One more step",
  mfaHint: "Your account also requires a code. You will be redirected. If nothing happens, select Continue.",
  onboardingHint:
    "Your account isn't active yet. You will be redirected to finish setting it up. If nothing happens, select Continue.",
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
    "You are signed out on this device. The server couldn't be reached, so the session stays active there until it expires. To end it sooner, sign in again and open Sessions in your account settings.",
  nobody: "You are not signed in",
  nobodyHint: "There is nothing to sign out of.",
  again: "Sign in again"
} as const

export const forgotPassword = {
  title: "Reset your password",
  lead: "Enter your email. We will send you a link to choose a new password.",
  submit: "Email me a link",
  sent: "Check your email",
  sentHint: "If {email} has an account, we sent it a link to choose a new password. It may take a minute to arrive.",
  back: "Back to sign in"
} as const

export const passwordReset = {
  title: "Choose a new password",
  password: "New password",
  repeated: "Confirm new password",
  submit: "Change password",
  done: "Password changed",
  doneHint: "You were signed out everywhere. Sign in with the new password.",
  broken: "This link is no longer valid",
  again: "Get a new link",
  signIn: "Sign in"
} as const

export const emailVerification = {
  working: "Verifying your email …",
  confirm: "Verify your email?",
  confirmHint: "You are signed out in this browser. Continue only if you requested this link.",
  done: "Email verified",
  doneHint: "Thank you. You can close this page or continue.",
  used: "Already verified",
  usedHint: "This link was already used, so your email is verified. There is nothing left to do.",
  broken: "This link is no longer valid",
  resend: "Email me a new link",
  sent: "Check your email",
  resent: "We sent you a new link. Open it to verify your email.",
  goOn: "Continue"
} as const

export const onboarding = {
  verify: "Verify your email",
  verifyLead: "Open the link that we sent to {email}. If you can't find it, request a new one.",
  check: "I have opened the link",
  notVerified: "{email} is not verified yet. Open the link in the email, then try again.",
  send: "Email me a link",
  sendIn: {
    one: "You can request another one in {seconds} second.",
    other: "You can request another one in {seconds} seconds."
  },
  sent: "We sent a link to {email}. It may take a minute to arrive.",
  otherAddress: "Use another email",
  address: "What is your email address?",
  addressLead: "We will email you a link to verify it. Your account is active after that.",
  waiting: "Your account isn't active yet",
  waitingLead: "An administrator of this site has to activate it. There is nothing you need to do until then.",
  says: "Message from the administrator",
  stillWaiting: "Nothing has changed yet. Try again later.",
  tryAgain: "Try again",
  signOut: "Sign out",
  signedOut: "Sign in to continue, or create an account.",
  signIn: "Sign in",
  signUp: "Create an account"
} as const

export const confirmIdentity = {
  title: "Confirm it's you",
  lead: "For your security, sign in again before you continue.",
  submit: "Confirm",
  byOtherWay: "For your security, sign in again before you continue. Sign out first, then sign in as {name}.",
  signOut: "Sign out and continue"
} as const

export const magicLink = {
  working: "Signing you in …",
  confirm: "Sign in with this link?",
  confirmHint: "This link was requested in another browser or app. Continue only if that was you.",
  otherHint: "You are signed in to another account. Continue to switch to the account that this link is for.",
  continueAs: "Continue as {email}",
  broken: "This link is no longer valid",
  again: "Get a new link"
} as const

export const oauth = {
  working: "Signing you in …",
  broken: "Sign-in failed",
  missing: "The provider's response is missing from this page's URL. Start again from the sign-in page.",
  again: "Back to sign in"
} as const

export const mfa = {
  title: "Multi-factor authentication",
  lead: "Enter the six-digit code that your authenticator app shows for this account.",
  code: "Six-digit code",
  submit: "Verify",
  nothing: "Nothing to verify",
  nothingHint: "No sign-in is waiting for a code. Start at the sign-in page.",
  expired: "This took too long",
  expiredHint: "The sign-in expired. Start again. Your password has not changed.",
  back: "Back to sign in"
} as const

export const teamInvitation = {
  title: "Join {team}",
  plainTitle: "Team invitation",
  lead: "You are invited to join {team} as {name}.",
  accept: "Join the team",
  decline: "Decline",
  declined: "Invitation declined",
  declinedHint: "You did not join the team. If you change your mind, the link still works.",
  done: "Welcome to {team}",
  doneHint: "You are now a member.",
  signedOut:
    "You are invited to a team. To see which one, sign in with the account that should join it, or create one.",
  restricted: "Your account isn't active yet. Finish setting it up first, then join the team.",
  signIn: "Sign in",
  signUp: "Create an account",
  otherAccount: "Use another account",
  mismatch: "This invitation is for another account",
  broken: "This invitation is no longer valid",
  brokenHint: "Ask the person who invited you for a new one."
} as const

export const cli = {
  title: "Sign in to a command line tool",
  lead: "A program on a computer requests access as {name}. Continue only if you just started it yourself.",
  compare: "Deny the request unless your terminal shows this code:",
  confirm: "Allow",
  deny: "Deny",
  done: "All set",
  doneHint: "You can close this page and return to the terminal.",
  denied: "Request denied",
  deniedHint: "The program was not signed in. If you did not start it, there is nothing more to do.",
  signedOut: "Sign in first. Then you can allow or deny the request.",
  signIn: "Sign in",
  missing: "The code of the request is missing from the URL. Start again in the terminal.",
  broken: "This request is no longer valid"
} as const

export const userMenu = {
  label: "Account menu for {name}",
  nobody: "Account menu, signed out",
  unknown: "Account menu",
  avatarOfNobody: "Signed out",
  settings: "Account settings",
  onboarding: "Finish setting up your account",
  signOut: "Sign out",
  signIn: "Sign in",
  signUp: "Create an account"
} as const

export const accounts = {
  switchTo: "Switch to {name}",
  add: "Add another account",
  signOutAll: "Sign out of all accounts"
} as const

export const impersonation = {
  actingAs: "You are signed in as {name}, on their behalf.",
  actingAsBy: "{by} is signed in as {name}, on their behalf.",
  end: "End"
} as const

export const teamSwitcher = {
  label: "Team: {team}",
  none: "No team",
  unnamed: "Unnamed team",
  empty: "You aren't in any teams",
  settings: "Team settings",
  create: "Create a team"
} as const

export const error = {
  hint: "Go back and try again. If it keeps happening, contact this site's support.",
  notFound: "Page not found",
  notFoundHint: "The address may be misspelt, or the page has moved."
} as const
