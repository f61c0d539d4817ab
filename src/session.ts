/** Effects that belong to the signed-in person. */
export { forPerson, whilePerson } from "../layers/access/forPerson.ts"
