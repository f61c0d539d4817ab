/** Checks that the tests run with React 18. */
import { version } from "react"
import { version as ofDom } from "react-dom"

if (![version, ofDom].every((each) => each.startsWith("18."))) {
  throw new Error(`The versions are React ${version} and ${ofDom}.`)
}
