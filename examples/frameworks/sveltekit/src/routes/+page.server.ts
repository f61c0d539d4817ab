import type { PageServerLoad } from "./$types"

export const load: PageServerLoad = ({ locals: { authentication } }) => ({
  email: authentication.status === "signed-in" && authentication.by === "session"
    ? authentication.user.primaryEmail
    : null
})
