/** Every state of the account and password screens. */
import { InputProblem } from "../../../../react/parts/form/InputProblem.ts"
import type { SignUpState } from "../../../../react/parts/useSignUp.ts"
import { EmailVerificationView } from "../../../../react/screens/EmailVerification.tsx"
import { ErrorView } from "../../../../react/screens/ErrorScreen.tsx"
import { ForgotPasswordView } from "../../../../react/screens/ForgotPassword.tsx"
import { PasswordResetView } from "../../../../react/screens/PasswordReset.tsx"
import { SignOutView } from "../../../../react/screens/SignOut.tsx"
import { SignUpView } from "../../../../react/screens/SignUp.tsx"
import { CallError, Offline } from "../../../../schemas/errors/CallError.ts"
import {
  OAuthProviderAccessDenied,
  PasswordTooShort,
  UserWithEmailAlreadyExists,
  VerificationCodeExpired,
  VerificationCodeNotFound
} from "../../../../schemas/errors/index.ts"
import { form, nothing } from "./forms.ts"

const urls = { homeUrl: "/", signInUrl: "/handler/sign-in", forgotUrl: "/handler/forgot-password", goOnUrl: "/" }

const signedIn = { signInUrl: undefined }

const dead = { step: "broken", problem: new VerificationCodeExpired(), retry: undefined } as const

const offline = {
  step: "broken",
  problem: new CallError({ endpoint: "password.checkResetCode", reason: new Offline() }),
  retry: nothing
} as const

const typed = { email: "ada@example.com", password: "engine" }

const methods = {
  step: "methods",
  projectName: "Analytical Engines",
  byPassword: form({ email: "", password: "" }),
  byCode: undefined,
  oauth: { providers: ["github", "google"], start: nothing, busy: undefined, problem: undefined, lastUsed: undefined },
  signInUrl: urls.signInUrl,
  homeUrl: "/",
  untrustedReturn: false
} as const satisfies SignUpState

export const signUp = {
  everything: <SignUpView {...methods} />,
  "password only": <SignUpView {...methods} oauth={undefined} />,
  "code only": <SignUpView {...methods} byPassword={undefined} byCode={form({ email: "" })} oauth={undefined} />,
  leaving: <SignUpView step="leaving" to="onwards" isNewUser href="/" />,
  "address taken": (
    <SignUpView
      {...methods}
      byPassword={form(typed, { problems: { email: new UserWithEmailAlreadyExists({ email: typed.email }) } })}
    />
  ),
  "password too short": (
    <SignUpView
      {...methods}
      byPassword={form(typed, { problems: { password: new PasswordTooShort({ minLength: 8 }) } })}
    />
  ),
  busy: <SignUpView {...methods} byPassword={form(typed, { pending: true })} />,
  closed: <SignUpView step="closed" signInUrl={urls.signInUrl} />
}

export const signOut = {
  ask: <SignOutView step="ask" userName="ada@example.com" form={form({})} {...urls} />,
  "ask, not known who": <SignOutView step="ask" userName={undefined} form={form({})} {...urls} />,
  done: <SignOutView step="done" revoked {...urls} />,
  "done here only": <SignOutView step="done" revoked={false} {...urls} />,
  nobody: <SignOutView step="nobody" {...urls} />
}

const sent = { step: "sent", email: "ada@example.com", resend: form({}), resendIn: 0, startOver: nothing } as const

export const forgotPassword = {
  ask: <ForgotPasswordView step="ask" form={form({ email: "" })} {...urls} />,
  sent: <ForgotPasswordView {...sent} {...urls} />,
  "sent, again later": <ForgotPasswordView {...sent} email="ada@gmail.com" resendIn={28} {...urls} />,
  "sent again": <ForgotPasswordView {...sent} resend={form({}, { done: true })} resendIn={30} {...urls} />,
  "sent, signed in": <ForgotPasswordView {...sent} {...urls} {...signedIn} />
}

export const passwordReset = {
  checking: <PasswordResetView step="checking" />,
  ask: <PasswordResetView step="ask" form={form({ password: "", repeated: "" })} />,
  mismatch: (
    <PasswordResetView
      step="ask"
      form={form({ password: "correct horse", repeated: "correct hose" }, {
        problems: { repeated: new InputProblem({ fault: "mismatch", field: "repeated" }) }
      })}
    />
  ),
  done: <PasswordResetView step="done" {...urls} />,
  "done, signed in": <PasswordResetView step="done" {...urls} {...signedIn} />,
  expired: <PasswordResetView {...dead} {...urls} />,
  offline: <PasswordResetView {...offline} {...urls} />
}

export const emailVerification = {
  working: <EmailVerificationView step="working" />,
  confirm: <EmailVerificationView step="confirm" confirm={nothing} {...urls} />,
  done: <EmailVerificationView step="done" again={false} {...urls} />,
  used: <EmailVerificationView step="done" again {...urls} />,
  expired: <EmailVerificationView {...dead} resend={form({})} {...urls} />,
  resent: <EmailVerificationView {...dead} resend={form({}, { done: true })} {...urls} />,
  unknown: <EmailVerificationView {...dead} problem={new VerificationCodeNotFound()} resend={undefined} {...urls} />,
  offline: <EmailVerificationView {...offline} resend={form({})} {...urls} />
}

export const error = {
  known: (
    <ErrorView
      problem={new OAuthProviderAccessDenied()}
      code="OAUTH_PROVIDER_ACCESS_DENIED"
      {...urls}
    />
  ),
  unknown: <ErrorView problem={undefined} code={undefined} {...urls} />,
  "signed in": <ErrorView problem={undefined} code={undefined} {...urls} {...signedIn} />
}
