import { useOAuthCallback } from "latchkey/react/parts"
import { Button, Page, Problem } from "../elements"
import { navigate } from "../router"

/** Completes the sign-in after the user returns from the provider's page. */
export const OAuthCallback = () => {
  const state = useOAuthCallback()
  if (state.step !== "broken") return <Page title="Signing in …" />
  return (
    <Page title="The sign-in failed">
      <Problem problem={state.problem} />
      <Button title="Back" onPress={() => navigate("/handler/sign-in")} />
    </Page>
  )
}
