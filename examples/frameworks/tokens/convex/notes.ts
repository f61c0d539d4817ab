import { queryGeneric } from "convex/server"

// in your app, import `query` from "./_generated/server"
export const mine = queryGeneric({
  args: {},
  handler: async (ctx) => {
    const identity = await ctx.auth.getUserIdentity()
    if (identity === null) throw new Error("Sign in first.")
    // `identity.subject` is the user's id
    return ctx.db.query("notes").filter((q) => q.eq(q.field("userId"), identity.subject)).collect()
  }
})
