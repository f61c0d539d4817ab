/** Every state of the screens on the way in: links, second factor, invitations, command line tools. */
import { CliConfirmationView } from "../../../../react/screens/CliConfirmation.tsx"
import { MagicLinkView } from "../../../../react/screens/MagicLink.tsx"
import { MfaView } from "../../../../react/screens/Mfa.tsx"
import { OAuthCallbackView } from "../../../../react/screens/OAuthCallback.tsx"
import { TeamInvitationView } from "../../../../react/screens/TeamInvitation.tsx"
import {
  CliAuthExpiredError,
  InvalidTotpCode,
  OAuthProviderAccessDenied,
  VerificationCodeExpired
} from "../../../../schemas/errors/index.ts"
import { form, nothing } from "./forms.ts"

const urls = { homeUrl: "/", signInUrl: "/handler/sign-in", signUpUrl: "/handler/sign-up", goOnUrl: "/" }

export const magicLink = {
  working: <MagicLinkView step="working" />,
  leaving: <MagicLinkView step="leaving" to="onwards" isNewUser={false} href="/" />,
  expired: <MagicLinkView step="broken" problem={new VerificationCodeExpired()} {...urls} />
}

export const oauthCallback = {
  working: <OAuthCallbackView step="working" />,
  done: <OAuthCallbackView step="done" {...urls} />,
  "missing code": <OAuthCallbackView step="broken" problem={undefined} {...urls} />,
  denied: <OAuthCallbackView step="broken" problem={new OAuthProviderAccessDenied()} {...urls} />
}

export const mfa = {
  ask: <MfaView step="ask" form={form({ totp: "" })} {...urls} />,
  "wrong code": (
    <MfaView step="ask" form={form({ totp: "123456" }, { problems: { totp: new InvalidTotpCode() } })} {...urls} />
  ),
  nothing: <MfaView step="nothing" {...urls} />,
  expired: <MfaView step="expired" {...urls} />
}

export const teamInvitation = {
  working: <TeamInvitationView step="working" />,
  "signed out": <TeamInvitationView step="signedOut" {...urls} />,
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
  expired: <TeamInvitationView step="broken" problem={new VerificationCodeExpired()} {...urls} />
}

export const cliConfirmation = {
  "signed out": <CliConfirmationView step="signedOut" {...urls} />,
  ask: <CliConfirmationView step="ask" code="Q7WX2K" userName="ada@example.com" form={form({})} deny={nothing} />,
  done: <CliConfirmationView step="done" />,
  denied: <CliConfirmationView step="denied" />,
  missing: <CliConfirmationView step="missing" />,
  expired: <CliConfirmationView step="broken" problem={new CliAuthExpiredError()} />
}
