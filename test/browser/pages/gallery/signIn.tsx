import { InputProblem } from "../../../../react/parts/form/InputProblem.ts"
import type { SignInState } from "../../../../react/parts/useSignIn.ts"
import { CodeSent } from "../../../../react/screens/mail/CodeSent.tsx"
import { SignInView } from "../../../../react/screens/SignIn.tsx"
import { CallError, Offline, RateLimited } from "../../../../schemas/errors/CallError.ts"
import { EmailPasswordMismatch } from "../../../../schemas/errors/index.ts"
import { form, nothing } from "./forms.ts"

const everything = {
  step: "methods",
  projectName: "Analytical Engines",
  byPassword: form({ email: "", password: "" }),
  byCode: form({ email: "" }),
  oauth: { providers: ["github", "google"], start: nothing, busy: undefined, problem: undefined, lastUsed: "github" },
  passkey: { start: nothing, pending: false, cancelled: false, problem: undefined },
  signUpUrl: "/handler/sign-up",
  forgotUrl: "/handler/forgot-password",
  homeUrl: "/",
  untrustedReturn: false
} as const satisfies SignInState

const typed = { email: "ada@example.com", password: "correct horse" }

const leaving = { step: "leaving", to: "onwards", isNewUser: false, href: "/" } as const

const call = (reason: CallError["reason"]) => new CallError({ endpoint: "password.signIn", reason })

const codeSent = {
  email: "ada@example.com",
  code: form({ code: "" }),
  resend: form({}),
  resendIn: 0,
  startOver: nothing
} as const

/** Every state of the sign-in screen. */
export const signIn = {
  everything: <SignInView {...everything} />,
  "many providers": (
    <SignInView
      {...everything}
      passkey={undefined}
      oauth={{
        ...everything.oauth,
        providers: ["google", "github", "microsoft", "apple", "discord", "x"],
        lastUsed: "google"
      }}
    />
  ),
  "password only": <SignInView {...everything} oauth={undefined} passkey={undefined} byCode={undefined} />,
  "code only": <SignInView {...everything} oauth={undefined} passkey={undefined} byPassword={undefined} />,
  "no method": (
    <SignInView
      {...everything}
      oauth={undefined}
      passkey={undefined}
      byPassword={undefined}
      byCode={undefined}
    />
  ),
  empty: (
    <SignInView
      {...everything}
      byPassword={form({ email: "ada", password: "" }, {
        problems: {
          email: new InputProblem({ fault: "email", field: "email" }),
          password: new InputProblem({ fault: "required", field: "password" })
        }
      })}
    />
  ),
  "wrong password": (
    <SignInView {...everything} byPassword={form(typed, { problems: { password: new EmailPasswordMismatch() } })} />
  ),
  "rate limited": (
    <SignInView
      {...everything}
      byPassword={form(typed, { problem: call(new RateLimited({ attempts: 5, retryAfterMillis: 30_000 })) })}
    />
  ),
  offline: <SignInView {...everything} byPassword={form(typed, { problem: call(new Offline()) })} />,
  busy: <SignInView {...everything} byPassword={form(typed, { pending: true })} />,
  "passkey cancelled": <SignInView {...everything} passkey={{ ...everything.passkey, cancelled: true }} />,
  "untrusted return": <SignInView {...everything} untrustedReturn />,
  "already signed in": (
    <SignInView
      step="signedIn"
      projectName="Analytical Engines"
      userName="ada@example.com"
      goOnUrl="/"
      signOut={form({})}
    />
  ),
  leaving: <SignInView projectName="Analytical Engines" {...leaving} />,
  "leaving for the second factor": <SignInView projectName="Analytical Engines" {...leaving} to="mfa" />,
  "code sent": <CodeSent {...codeSent} />,
  "code sent, again later": <CodeSent {...codeSent} email="ada@gmail.com" resendIn={28} />,
  "code sent again": <CodeSent {...codeSent} resend={form({}, { done: true })} resendIn={30} />,
  "code not sent again": (
    <CodeSent
      {...codeSent}
      resend={form({}, { problem: call(new RateLimited({ attempts: 5, retryAfterMillis: 30_000 })) })}
    />
  )
}
