import express from "express"
import { stackServerApp } from "./stack.ts"

export const app = express()

app.get("/notes", async (request, response) => {
  const accessToken = request.headers["x-stack-access-token"]
  const user = await stackServerApp.getUser({ tokenStore: { accessToken, refreshToken: "" } })
  if (user === null) return void response.status(401).json({ error: "Sign in first." })
  response.json([`Notes of ${user.primaryEmail}`])
})
