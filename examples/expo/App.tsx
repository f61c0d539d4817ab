import { type Failure, FailureBoundary, LatchkeyProvider } from "latchkey/react"
import { Suspense } from "react"
import { Button, Page, Problem } from "./elements"
import { layer } from "./latchkey"
import { usePath } from "./router"
import { Home } from "./screens/Home"
import { OAuthCallback } from "./screens/OAuthCallback"
import { SecondFactor } from "./screens/SecondFactor"
import { SignIn } from "./screens/SignIn"
import { SignUp } from "./screens/SignUp"

const Screen = ({ path }: { readonly path: string }) => {
  switch (path) {
    case "/handler/sign-in":
      return <SignIn />
    case "/handler/sign-up":
      return <SignUp />
    case "/handler/mfa":
      return <SecondFactor />
    case "/handler/oauth-callback":
      return <OAuthCallback />
    default:
      return <Home />
  }
}

const failed = ({ error, retry }: Failure) => (
  <Page title="Something went wrong">
    <Problem problem={error} />
    <Button title="Try again" onPress={retry} />
  </Page>
)

export const App = () => {
  // read here, because a screen that suspends doesn't notice a new path
  const path = usePath()
  return (
    <LatchkeyProvider layer={layer}>
      <FailureBoundary failed={failed}>
        <Suspense fallback={<Page title="One moment …" />}>
          <Screen path={path} />
        </Suspense>
      </FailureBoundary>
    </LatchkeyProvider>
  )
}
