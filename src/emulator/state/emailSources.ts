/**
 * Built-in themes and templates of every project, and the starting points for new ones. The sources are TSX in the
 * platform's format; `rendering.ts` compiles and renders them.
 */
import { builtInEmailTemplates, builtInEmailThemes } from "../../../schemas/entities/emailIds.ts"
import type { EmailTemplate, EmailTheme } from "./emails.ts"

const theme = (page: string, card: string, text: string): string =>
  `import { Body, Container, Head, Html, Link, Tailwind } from "@react-email/components";
import type { ThemeProps } from "@stackframe/emails";

export function EmailTheme({ children, unsubscribeLink }: ThemeProps) {
  return (
    <Html>
      <Head />
      <Tailwind>
        <Body className="${page} font-sans">
          <Container className="${card} ${text} p-8 rounded-lg">
            {children}
          </Container>
          {unsubscribeLink && (
            <Container className="p-4">
              <Link href={unsubscribeLink}>Unsubscribe</Link>
            </Container>
          )}
        </Body>
      </Tailwind>
    </Html>
  );
}
`

/** Initial source of a new theme. */
export const lightTheme = theme("bg-gray-50", "bg-white", "text-black")

const darkTheme = theme("bg-gray-900", "bg-gray-800", "text-white")

const colorfulTheme = theme("bg-indigo-500", "bg-white", "text-indigo-950")

/** Returns the themes of a new project. */
export const builtInThemes = (): ReadonlyArray<EmailTheme> => [
  { id: builtInEmailThemes.light, displayName: "Default Light", tsxSource: lightTheme },
  { id: builtInEmailThemes.dark, displayName: "Default Dark", tsxSource: darkTheme },
  { id: builtInEmailThemes.colorful, displayName: "Default Colorful", tsxSource: colorfulTheme }
]

interface Words {
  readonly subject: string
  readonly heading: string
  readonly sentence: string
  readonly button: string
  /** Name of the variable that contains the link. */
  readonly link: string
  /** Additional variables with values for the preview. */
  readonly others?: { readonly [name: string]: string }
  readonly after?: string
}

const template = ({ after, button, heading, link, others = {}, sentence, subject }: Words): string => {
  const preview = JSON.stringify({ [link]: "https://example.com/handler?code=preview", ...others }, null, 2)
  return `import { Button, Heading, Section, Text } from "@react-email/components";
import { NotificationCategory, Subject, type Props } from "@stackframe/emails";

export const variablesSchema = (variables: any) => variables;

export function EmailTemplate({ user, project, variables }: Props<any>) {
  return (
    <>
      <Subject value={\`${subject}\`} />
      <NotificationCategory value="Transactional" />
      <Section>
        <Heading as="h2">${heading}</Heading>
        <Text>Hello{user.displayName ? \` \${user.displayName}\` : ""},</Text>
        <Text>${sentence}</Text>
        <Button href={variables.${link}}>${button}</Button>${after === undefined ? "" : `\n        ${after}`}
        <Text>If you did not request this email, ignore it.</Text>
      </Section>
    </>
  );
}

EmailTemplate.PreviewVariables = ${preview};
`
}

/** Returns the templates of a new project. */
export const builtInTemplates = (): ReadonlyArray<EmailTemplate> => [
  {
    id: builtInEmailTemplates.emailVerification,
    displayName: "Email Verification",
    themeId: null,
    tsxSource: template({
      subject: "Verify your email at ${project.displayName}",
      heading: "Verify your email address",
      sentence: "Open this link to confirm that this address is yours.",
      button: "Verify the address",
      link: "emailVerificationLink"
    })
  },
  {
    id: builtInEmailTemplates.passwordReset,
    displayName: "Password Reset",
    themeId: null,
    tsxSource: template({
      subject: "Reset your password for ${project.displayName}",
      heading: "Choose a new password",
      sentence: "Open this link to choose a new password.",
      button: "Choose a password",
      link: "passwordResetLink"
    })
  },
  {
    id: builtInEmailTemplates.magicLink,
    displayName: "Magic Link/OTP",
    themeId: null,
    tsxSource: template({
      subject: "Sign in to ${project.displayName}: your code is ${variables.otp}",
      heading: "Sign in",
      sentence: "Open this link to sign in.",
      button: "Sign in",
      link: "magicLink",
      others: { otp: "3SLSWZ" },
      after: "<Text>Or type this code: {variables.otp}</Text>"
    })
  },
  {
    id: builtInEmailTemplates.teamInvitation,
    displayName: "Team Invitation",
    themeId: null,
    tsxSource: template({
      subject: "Join ${variables.teamDisplayName}",
      heading: "You are invited",
      sentence: "Open this link to join {variables.teamDisplayName}.",
      button: "Join the team",
      link: "teamInvitationLink",
      others: { teamDisplayName: "My Team" }
    })
  },
  {
    id: builtInEmailTemplates.signInInvitation,
    displayName: "Sign In Invitation",
    themeId: null,
    tsxSource: template({
      subject: "You are invited to ${project.displayName}",
      heading: "You are invited",
      sentence: "Open this link to sign in to {project.displayName}.",
      button: "Sign in",
      link: "signInInvitationLink",
      others: { teamDisplayName: "My Team" }
    })
  }
]

/** Template used to validate a new theme. */
export const sampleTemplate = "export const EmailTemplate = () => <div>Text of the email</div>"

/** Initial source of a new template. */
export const starterTemplate = `import { Container } from "@react-email/components";
import { NotificationCategory, Subject, type Props } from "@stackframe/emails";

export const variablesSchema = (variables: any) => variables;

export function EmailTemplate({ user, project }: Props<any>) {
  return (
    <Container>
      <Subject value={\`Hello \${user.displayName}\`} />
      <NotificationCategory value="Transactional" />
      <div>Welcome to {project.displayName}</div>
    </Container>
  );
}
`

/** Initial source of a new draft. */
export const starterDraft = starterTemplate.replace("\"Transactional\"", "\"Marketing\"")
