/** The runtime environment, and the settings in its variables. Used by calls. */
export {
  environmentNow,
  ifThere,
  inBrowser,
  lacksProject,
  namesOf,
  namesToSet,
  nameToSet,
  type SecretKey,
  type Setting,
  whereToGet
} from "./environment.ts"
export { type CarriesClock, projectClock } from "./projectClock.ts"
