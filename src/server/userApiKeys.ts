/** API keys of users, for back ends that create and check them. docs/platform.md §12. */
export { check } from "../../schemas/endpoints/userApiKeys.ts"
export {
  create,
  describe,
  getUserApiKeys as get,
  listUserApiKeys as list,
  revoke,
  whyInvalid
} from "../flows/account/index.ts"
