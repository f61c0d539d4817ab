/** What is tested is React 18. */
import { version } from "react"
import { version as ofDom } from "react-dom"

if (![version, ofDom].every((each) => each.startsWith("18."))) throw new Error(`This is React ${version}, ${ofDom}.`)
