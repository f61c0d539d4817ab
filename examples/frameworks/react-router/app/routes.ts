import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("routes/home.tsx"),
  route("notes", "routes/notes.tsx"),
  route("api/notes", "routes/api.notes.ts"),
  route("sign-out", "routes/sign-out.ts"),
  route("handler/*", "routes/handler.tsx")
] satisfies RouteConfig
