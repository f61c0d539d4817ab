import { requireUser } from "../../authentication"

/** Keeps a note. An action is an endpoint of its own, so it asks who calls as well. */
const keep = async () => {
  "use server"
  const { userId } = await requireUser()
  console.log(`A note of ${userId} is kept`)
}

export default async function Notes() {
  const { userId } = await requireUser()
  return (
    <form action={keep}>
      <p>{`Notes of ${userId}`}</p>
      <button type="submit">Keep a note</button>
    </form>
  )
}
