import { requireSession, userOf } from "../../lib/user.server.ts"
import type { PageServerLoad } from "./$types"

export const load: PageServerLoad = async (event) => ({ user: await userOf(requireSession(event)) })
