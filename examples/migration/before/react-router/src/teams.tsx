import { type ActionFunctionArgs, Form, redirect, useLoaderData } from "react-router"
import { stackClientApp } from "./stack.ts"

export const loader = async () => {
  const user = await stackClientApp.getUser()
  if (user === null) throw redirect("/")
  const teams = await user.listTeams()
  return { user, teams }
}

export const action = async ({ request }: ActionFunctionArgs) => {
  const form = await request.formData()
  const user = await stackClientApp.getUser({ or: "throw" })
  const team = await user.createTeam({ displayName: String(form.get("name")) })
  await user.setSelectedTeam(team)
  return redirect("/teams")
}

export const Teams = () => {
  const { teams, user } = useLoaderData<typeof loader>()
  const signOut = () => user.signOut()
  return (
    <main>
      <h1>Teams of {user.displayName}</h1>
      <ul>{teams.map(({ displayName, id }) => <li key={id}>{displayName}</li>)}</ul>
      <Form method="post">
        <input name="name" aria-label="Name" />
        <button>New team</button>
      </Form>
      <button onClick={signOut}>Sign out</button>
    </main>
  )
}
