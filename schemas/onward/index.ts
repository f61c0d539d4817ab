/** Errors, entities and inputs as schemas, for programs that send them to other programs. */
export { inputOf, outputOf, type SecretsOption } from "./endpointSchemas.ts"
export {
  type ErrorClass,
  errorFromProblem,
  errorSchema,
  errorsOf,
  type ErrorsSchema,
  problemResponse,
  type ProblemResponse
} from "./errorSchema.ts"
export { type ErrorProblem, type ErrorSchema } from "./problem.ts"
