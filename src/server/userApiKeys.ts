/** Keys that act for a user, for a back end that makes them and is given them. docs/platform.md §12. */
export { check } from "../../schemas/endpoints/userApiKeys.ts"
export {
  create,
  describe,
  getUserApiKeys as get,
  listUserApiKeys as list,
  revoke,
  whyInvalid
} from "../flows/account/index.ts"
