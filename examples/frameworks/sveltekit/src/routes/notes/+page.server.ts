import { requireUser } from "../../lib/user.server.ts"
import type { PageServerLoad } from "./$types"

export const load: PageServerLoad = async (event) => ({ user: await requireUser(event) })
