"use server"
import { revalidatePath } from "next/cache"
import { requireUser } from "../../latchkey"
import { keep } from "./notes"

/** Adds a note. A Server Action is an endpoint of its own, so it also requires the user. */
export const addNote = async (form: FormData) => {
  const user = await requireUser()
  keep(user.id, String(form.get("note") ?? "").slice(0, 200))
  revalidatePath("/notes")
}
