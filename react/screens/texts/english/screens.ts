/** Texts of the other screens. */

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
  waitingLead: "An administrator of this site has to activate your account. You don't need to do anything until then.",
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

export const agent = {
  title: "Let an agent use your account",
  lead: "{agent} requests access as {name}. Continue only if you just started it yourself.",
  rights:
    "It can do everything here that you can do, for up to 90 days, until you end its session in your account settings.",
  claims: "What the agent says about itself. Nobody has checked it:",
  compare: "Deny the request unless the agent shows this code:",
  doneHint: "You can close this page and return to the agent.",
  deniedHint: "The agent has no access. If you did not start it, there is nothing more to do.",
  missing: "The code is missing from the URL. Ask the agent for a new link.",
  restricted: "Finish setting up your account first. Then you can allow or deny the request.",
  finish: "Continue"
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
