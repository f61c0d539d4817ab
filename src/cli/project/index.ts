/** The project in a folder: its framework, its settings and its files. Used by the rest of the command. */
export { configuredProject, filesRead, variable } from "./configuration.ts"
export { contentsOf, firstOf, foldersAbove, inFolder, isFolder, isOwnFile, isTaken } from "./folder.ts"
export {
  dependsOn,
  envFileOf,
  envLines,
  frameworks,
  guideOf,
  hasOldNext,
  type Kind,
  kindIn,
  nameIn,
  oldestNext,
  type Package,
  packageIn
} from "./frameworks.ts"
