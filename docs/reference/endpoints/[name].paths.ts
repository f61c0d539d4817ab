import { routesOf } from "../../.vitepress/site/reference/read.ts"

export default { paths: () => routesOf("reference/endpoints") }
