import { useAction, useClient, useUser } from "latchkey/react"
import { Button, Page, Problem } from "../elements"
import { SecondFactorSettings } from "./SecondFactor"
import { Teams } from "./Teams"

export const Home = () => {
  const user = useUser({ or: "redirect" })
  const client = useClient()
  const leaving = useAction(() => client.signOut())
  return (
    <Page title={`Hello ${user.displayName ?? user.primaryEmail}`}>
      <Teams />
      <SecondFactorSettings />
      <Problem problem={leaving.error} />
      <Button title="Sign out" disabled={leaving.isPending} onPress={() => void leaving.run()} />
    </Page>
  )
}
