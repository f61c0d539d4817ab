import { requireUser } from "../../latchkey"
import { addNote } from "./actions"
import { notesOf } from "./notes"

export default async function Notes() {
  const user = await requireUser()
  const notes = notesOf(user.id)
  return (
    <main className="page">
      <h1>{`Notes of ${user.displayName ?? user.primaryEmail}`}</h1>
      {notes.length === 0 ? <p>None yet.</p> : <ul>{notes.map((note, index) => <li key={index}>{note}</li>)}</ul>}
      <form action={addNote} className="note">
        <label>
          Note
          <input name="note" required maxLength={200} autoComplete="off" />
        </label>
        <button type="submit">Add</button>
      </form>
    </main>
  )
}
