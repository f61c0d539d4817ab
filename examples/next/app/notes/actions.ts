"use server"
import { revalidatePath } from "next/cache"
import { requireUser } from "../../latchkey"
import { keep } from "./notes"

/** Adds a note. Browsers can call a Server Action directly, so the action requires a user too. */
export const addNote = async (form: FormData) => {
  const user = await requireUser()
  keep(user.id, String(form.get("note") ?? "").slice(0, 200))
  revalidatePath("/notes")
}
