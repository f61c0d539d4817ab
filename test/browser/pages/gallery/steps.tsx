/** Every state of the screens around sign-in: links, MFA, invitations, command line tools. */
import { AgentConfirmationView } from "../../../../react/screens/confirm/AgentConfirmation.tsx"
import { CliConfirmationView } from "../../../../react/screens/confirm/CliConfirmation.tsx"
import { ConfirmIdentityView } from "../../../../react/screens/confirm/ConfirmIdentity.tsx"
import { MagicLinkView } from "../../../../react/screens/MagicLink.tsx"
import { CodeSent } from "../../../../react/screens/mail/CodeSent.tsx"
import { MfaView } from "../../../../react/screens/Mfa.tsx"
import { OAuthCallbackView } from "../../../../react/screens/OAuthCallback.tsx"
import { OnboardingView } from "../../../../react/screens/Onboarding.tsx"
import { TeamInvitationView } from "../../../../react/screens/TeamInvitation.tsx"
import { CallError, Offline } from "../../../../schemas/errors/CallError.ts"
import {
  AgentAuthInvalidClaimCode,
  CliAuthExpiredError,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  EmailPasswordMismatch,
  InvalidTotpCode,
  OAuthProviderAccessDenied,
  TeamInvitationEmailMismatch,
  VerificationCodeExpired
} from "../../../../schemas/errors/index.ts"
import { form, nothing } from "./forms.ts"

const urls = { homeUrl: "/", signInUrl: "/handler/sign-in", signUpUrl: "/handler/sign-up", goOnUrl: "/" }

const signedIn = { signInUrl: undefined }

const dead = { step: "broken", problem: new VerificationCodeExpired(), retry: undefined } as const

const offline = new CallError({ endpoint: "contactChannels.sendVerificationCode", reason: new Offline() })

export const magicLink = {
  working: <MagicLinkView step="working" />,
  confirm: <MagicLinkView step="confirm" email={undefined} confirm={nothing} {...urls} />,
  "confirm, signed in": (
    <MagicLinkView step="confirm" email="a…@example.com" confirm={nothing} {...urls} {...signedIn} />
  ),
  leaving: <MagicLinkView step="leaving" to="onwards" isNewUser={false} href="/" />,
  restricted: <MagicLinkView step="leaving" to="onboarding" isNewUser href="/handler/onboarding" />,
  expired: <MagicLinkView {...dead} {...urls} />,
  "expired, signed in": <MagicLinkView {...dead} {...urls} {...signedIn} />,
  offline: <MagicLinkView {...dead} problem={offline} retry={nothing} {...urls} />
}

export const oauthCallback = {
  working: <OAuthCallbackView step="working" />,
  done: <OAuthCallbackView step="done" {...urls} />,
  "missing code": <OAuthCallbackView step="broken" problem={undefined} {...urls} />,
  denied: <OAuthCallbackView step="broken" problem={new OAuthProviderAccessDenied()} {...urls} />,
  "denied, signed in": (
    <OAuthCallbackView step="broken" problem={new OAuthProviderAccessDenied()} {...urls} {...signedIn} />
  )
}

export const mfa = {
  ask: <MfaView step="ask" form={form({ totp: "" })} {...urls} />,
  "wrong code": (
    <MfaView step="ask" form={form({ totp: "123456" }, { problems: { totp: new InvalidTotpCode() } })} {...urls} />
  ),
  nothing: <MfaView step="nothing" {...urls} />,
  expired: <MfaView step="expired" {...urls} />,
  "expired, signed in": <MfaView step="expired" {...urls} {...signedIn} />
}

const verify = {
  step: "verify",
  email: "ada@example.com",
  resend: form({}),
  resendIn: 0,
  sent: false,
  otherAddress: nothing,
  check: form({}),
  notYet: false,
  signOut: form({})
} as const

const waiting = {
  step: "waiting",
  restrictedReason: "restricted_by_administrator",
  says: null,
  check: form({}),
  notYet: false,
  signOut: form({})
} as const

const address = { step: "address", form: form({ email: "" }), back: nothing, signOut: form({}) } as const

export const onboarding = {
  verify: <OnboardingView {...verify} />,
  "link sent": <OnboardingView {...verify} sent resendIn={28} />,
  "not yet": <OnboardingView {...verify} notYet />,
  "not sent": <OnboardingView {...verify} resend={form({}, { problem: offline })} />,
  address: <OnboardingView {...address} />,
  "no address": <OnboardingView {...address} back={undefined} />,
  "address in use": (
    <OnboardingView
      {...address}
      form={form({ email: "ada@example.com" }, { problem: new ContactChannelAlreadyUsedForAuthBySomeoneElse() })}
    />
  ),
  waiting: <OnboardingView {...waiting} />,
  "waiting, with a reason": <OnboardingView {...waiting} says="We look at new accounts on Mondays." notYet />,
  leaving: <OnboardingView step="leaving" to="onwards" isNewUser={false} href="/" />,
  "signed out": <OnboardingView step="signedOut" {...urls} />
}

const confirming = {
  step: "methods",
  byPassword: form({ email: "ada@example.com", password: "" }),
  byCode: form({ email: "ada@example.com" }),
  forgotUrl: "/handler/forgot-password"
} as const

export const confirmIdentity = {
  methods: <ConfirmIdentityView {...confirming} />,
  redirecting: <ConfirmIdentityView step="redirecting" />,
  "wrong password": (
    <ConfirmIdentityView
      {...confirming}
      byPassword={form({ email: "ada@example.com", password: "wrong" }, {
        problems: { password: new EmailPasswordMismatch() }
      })}
    />
  ),
  "by code": <ConfirmIdentityView {...confirming} byPassword={undefined} />,
  "code sent": (
    <CodeSent
      fixedAddress
      email="ada@example.com"
      code={form({ code: "" })}
      resend={form({})}
      resendIn={0}
      startOver={nothing}
    />
  ),
  "other way": <ConfirmIdentityView step="signOut" userName="Ada Lovelace" signOut={form({})} />,
  leaving: <ConfirmIdentityView step="leaving" to="onwards" isNewUser={false} href="/" />
}

export const teamInvitation = {
  working: <TeamInvitationView step="working" />,
  "signed out": <TeamInvitationView step="signedOut" {...urls} />,
  restricted: <TeamInvitationView step="restricted" onboardingUrl="/handler/onboarding" />,
  ask: (
    <TeamInvitationView
      step="ask"
      teamName="Analytical Engines"
      userName="ada@example.com"
      form={form({})}
      decline={nothing}
      otherAccount={nothing}
    />
  ),
  done: <TeamInvitationView step="done" teamName="Analytical Engines" {...urls} />,
  declined: <TeamInvitationView step="declined" {...urls} />,
  expired: <TeamInvitationView {...dead} {...urls} />,
  "another address": (
    <TeamInvitationView
      step="mismatch"
      problem={new TeamInvitationEmailMismatch()}
      otherAccount={nothing}
      signingOut={false}
      homeUrl="/"
    />
  ),
  offline: <TeamInvitationView {...dead} problem={offline} retry={nothing} {...urls} />
}

const asking = {
  step: "ask",
  agent: {
    name: "Release notes",
    description: "Reads the changes of each release and writes its notes",
    url: "https://agents.example.com/release-notes",
    userHint: "ada@example.com",
    expiresAt: new Date(900_000)
  },
  userName: "ada@example.com",
  code: "Q7WX-2KHM",
  approval: form({}),
  denial: form({}),
  deciding: false
} as const

export const agentConfirmation = {
  working: <AgentConfirmationView step="working" />,
  "signed out": <AgentConfirmationView step="signedOut" goOn={form({})} {...urls} />,
  restricted: <AgentConfirmationView step="restricted" onboardingUrl="/handler/onboarding" />,
  ask: <AgentConfirmationView {...asking} />,
  "ask, only a name": (
    <AgentConfirmationView {...asking} agent={{ ...asking.agent, description: null, url: null, userHint: null }} />
  ),
  "ask, long claims": (
    <AgentConfirmationView
      {...asking}
      agent={{
        ...asking.agent,
        name: "N".repeat(100),
        description: "d".repeat(500),
        url: `https://agents.example.com/${"u".repeat(270)}`
      }}
    />
  ),
  deciding: <AgentConfirmationView {...asking} deciding />,
  offline: <AgentConfirmationView {...asking} approval={form({}, { problem: offline })} />,
  approved: <AgentConfirmationView step="approved" agentName="Release notes" {...urls} />,
  denied: <AgentConfirmationView step="denied" {...urls} />,
  missing: <AgentConfirmationView step="missing" {...urls} />,
  expired: (
    <AgentConfirmationView
      step="broken"
      problem={new AgentAuthInvalidClaimCode()}
      retry={undefined}
      {...urls}
    />
  ),
  "not asked": <AgentConfirmationView step="broken" problem={offline} retry={nothing} {...urls} />
}

export const cliConfirmation = {
  "signed out": <CliConfirmationView step="signedOut" goOn={form({})} {...urls} />,
  ask: <CliConfirmationView step="ask" code="Q7WX2K" userName="ada@example.com" form={form({})} deny={nothing} />,
  done: <CliConfirmationView step="done" {...urls} />,
  denied: <CliConfirmationView step="denied" {...urls} />,
  missing: <CliConfirmationView step="missing" {...urls} />,
  expired: <CliConfirmationView step="broken" problem={new CliAuthExpiredError()} {...urls} />
}
