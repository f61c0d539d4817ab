import { type ActionFunctionArgs, Form, redirect, useLoaderData } from "react-router"
import { stackClientApp } from "./stack.ts"

export const loader = async () => {
  const user = await stackClientApp.currentUser.get()
  if (user === null) throw redirect("/")
  const teams = await stackClientApp.teams.list()
  return { user, teams }
}

export const action = async ({ request }: ActionFunctionArgs) => {
  const form = await request.formData()
  await stackClientApp.currentUser.get({ or: "throw" })
  const team = await stackClientApp.teams.create({ displayName: String(form.get("name")) })
  await stackClientApp.teams.select({ teamId: team.id })
  return redirect("/teams")
}

export const Teams = () => {
  const { teams, user } = useLoaderData<typeof loader>()
  const signOut = () => stackClientApp.signOut().then(() => stackClientApp.redirectTo.afterSignOut())
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
