/** The project a program belongs to: its name, and the ways to sign in it offers. Changing it is `admin.project`. */
export { getCurrent as get } from "../schemas/endpoints/projects.ts"
