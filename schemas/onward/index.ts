/** Errors, entities and inputs as schemas, for programs that send them to other programs. */
export { inputOf, outputOf, type SecretsOption } from "./endpointSchemas.ts"
export {
  type ErrorClass,
  errorsOf,
  type ErrorsSchema,
  fromProblem,
  type ProblemResponse,
  schemaOfError,
  toProblem
} from "./errorSchema.ts"
export { type ErrorProblem, type ErrorSchema } from "./problem.ts"
