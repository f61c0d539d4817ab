/** The contract as an OpenAPI 3.1 document. */
export { openApi, type OpenApiDocument, type OpenApiOptions, type Operation } from "../schemas/openApi.ts"
