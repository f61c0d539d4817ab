import express from "express"
import { createRemoteJWKSet, jwtVerify } from "jose"

const projectId = process.env["STACK_PROJECT_ID"] ?? ""
const apiUrl = process.env["STACK_API_URL"] ?? "https://api.stack-auth.com"

const keys = createRemoteJWKSet(new URL(`${apiUrl}/api/v1/projects/${projectId}/.well-known/jwks.json`))

export const app = express()

app.use((_, response, next) => {
  response.set({ "access-control-allow-origin": "*", "access-control-allow-headers": "x-stack-access-token" })
  next()
})

app.get("/notes", async (request, response) => {
  try {
    const { payload } = await jwtVerify(request.get("x-stack-access-token") ?? "", keys, { audience: projectId })
    response.json(`Notes of ${payload.sub}`)
  } catch {
    response.status(401).json({ error: "Sign in first." })
  }
})
